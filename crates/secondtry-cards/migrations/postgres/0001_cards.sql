CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE card (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  updated TEXT NOT NULL,
  changed_ms BIGINT NOT NULL,
  worked BIGINT NOT NULL DEFAULT 0,
  tried BIGINT NOT NULL DEFAULT 0,
  source TEXT NOT NULL,
  words TSVECTOR NOT NULL,
  errors TEXT NOT NULL
);
CREATE INDEX card_status ON card (status, id);
CREATE INDEX card_changed ON card (changed_ms, number);
CREATE INDEX card_words ON card USING gin (words);
CREATE INDEX card_trigrams ON card USING gin (errors gin_trgm_ops);

-- What the search looks into. A hash stands for an error string as the search reads it.
CREATE TABLE error_hash (
  hash BIGINT NOT NULL,
  card BIGINT NOT NULL,
  PRIMARY KEY (hash, card)
);
-- In how many cards a word stands.
CREATE TABLE term (
  term TEXT COLLATE "C" PRIMARY KEY,
  cards BIGINT NOT NULL
);

CREATE TABLE outcome (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  card BIGINT NOT NULL REFERENCES card,
  at_ms BIGINT NOT NULL,
  day BIGINT NOT NULL,
  worked BIGINT NOT NULL,
  note TEXT,
  note_status TEXT NOT NULL,
  client TEXT,
  client_key TEXT
);
CREATE UNIQUE INDEX outcome_key ON outcome (card, client_key) WHERE client_key IS NOT NULL;
CREATE UNIQUE INDEX outcome_day ON outcome (card, client, day) WHERE client IS NOT NULL;
CREATE INDEX outcome_note ON outcome (note_status, number) WHERE note IS NOT NULL;
CREATE TABLE outcome_day_count (
  card BIGINT NOT NULL REFERENCES card,
  day BIGINT NOT NULL,
  worked BIGINT NOT NULL,
  tried BIGINT NOT NULL,
  PRIMARY KEY (card, day)
);

CREATE TABLE question (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  context TEXT,
  client TEXT,
  status TEXT NOT NULL,
  asked_ms BIGINT NOT NULL,
  expires_ms BIGINT NOT NULL,
  answered_ms BIGINT
);
CREATE INDEX question_status ON question (status, number);
CREATE INDEX question_expires ON question (expires_ms);
CREATE TABLE answer (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question BIGINT NOT NULL REFERENCES question ON DELETE CASCADE,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  author_kind TEXT NOT NULL,
  status TEXT NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX answer_question ON answer (question, number);
CREATE INDEX answer_status ON answer (status, number);

CREATE TABLE audit (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  detail TEXT
);
