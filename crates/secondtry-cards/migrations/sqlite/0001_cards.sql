CREATE TABLE card (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  updated TEXT NOT NULL,
  changed_ms INTEGER NOT NULL,
  worked INTEGER NOT NULL DEFAULT 0,
  tried INTEGER NOT NULL DEFAULT 0,
  source TEXT NOT NULL
);
CREATE INDEX card_status ON card (status, id);
CREATE INDEX card_changed ON card (changed_ms, number);

-- What the search looks into. A hash stands for an error string as the search reads it.
CREATE TABLE error_hash (
  hash INTEGER NOT NULL,
  card INTEGER NOT NULL,
  PRIMARY KEY (hash, card)
) WITHOUT ROWID;
-- In how many cards a word stands, and how many hold a run of three characters (written ~abc).
CREATE TABLE term (
  term TEXT PRIMARY KEY,
  cards INTEGER NOT NULL
) WITHOUT ROWID;
CREATE VIRTUAL TABLE card_words USING fts5 (
  errors, title, seen, said,
  content = '', contentless_delete = 1, detail = column,
  tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);
CREATE VIRTUAL TABLE card_trigrams USING fts5 (
  errors,
  content = '', contentless_delete = 1, detail = none,
  tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"
);

CREATE TABLE outcome (
  number INTEGER PRIMARY KEY,
  card INTEGER NOT NULL REFERENCES card,
  at_ms INTEGER NOT NULL,
  day INTEGER NOT NULL,
  worked INTEGER NOT NULL,
  note TEXT,
  note_status TEXT NOT NULL,
  client TEXT,
  client_key TEXT
);
CREATE UNIQUE INDEX outcome_key ON outcome (card, client_key) WHERE client_key IS NOT NULL;
CREATE UNIQUE INDEX outcome_day ON outcome (card, client, day) WHERE client IS NOT NULL;
CREATE INDEX outcome_note ON outcome (note_status, number) WHERE note IS NOT NULL;
CREATE TABLE outcome_day_count (
  card INTEGER NOT NULL REFERENCES card,
  day INTEGER NOT NULL,
  worked INTEGER NOT NULL,
  tried INTEGER NOT NULL,
  PRIMARY KEY (card, day)
) WITHOUT ROWID;

CREATE TABLE question (
  number INTEGER PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  context TEXT,
  client TEXT,
  status TEXT NOT NULL,
  asked_ms INTEGER NOT NULL,
  expires_ms INTEGER NOT NULL,
  answered_ms INTEGER
);
CREATE INDEX question_status ON question (status, number);
CREATE INDEX question_expires ON question (expires_ms);
CREATE TABLE answer (
  number INTEGER PRIMARY KEY,
  question INTEGER NOT NULL REFERENCES question ON DELETE CASCADE,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  author_kind TEXT NOT NULL,
  status TEXT NOT NULL,
  at_ms INTEGER NOT NULL
);
CREATE INDEX answer_question ON answer (question, number);
CREATE INDEX answer_status ON answer (status, number);

CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT
);
