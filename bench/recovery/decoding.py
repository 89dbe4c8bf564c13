"""Decodes next calls with llama.cpp. All conditions and samples of a scenario are sequences of one batch that share the
beginning of the prompt, and each token is held to what a call may look like.

Needs llama-cpp-python, numpy and regex. Threads: one, unless asked for more.
"""
import ctypes
import json

import llama_cpp as L
import numpy as np
import regex

from scenario_set import slots

LONGEST = 120                       # tokens of a call
BATCH = 512
TOP_K, TOP_P, MIN_P, TEMPERATURE = 40, 0.95, 0.05, 0.7
TYPES = {"string": r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\/bfnrt])*"', "integer": r"-?(?:0|[1-9][0-9]*)",
         "number": r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?", "boolean": r"(?:true|false)"}
# A sample depends on its seed, its scenario and this number. A wrapped condition draws as its bare one does, so that the
# same text gives the same call.
DRAWS = {"A": 0, "B": 1, "C": 2, "D": 3, "Dp": 3, "E0": 0, "S": 0}


def shape(scenarios, scenario):
    """The arguments as a pattern: names in order, each optional, types held, values free."""
    members = [f'"{regex.escape(name)}": (?:{"|".join(TYPES[kind] for kind in kinds)})' for name, kinds in slots(scenarios, scenario)]
    tails = [""] * len(members)
    for at in reversed(range(len(members))):
        later = "|".join(tails[at + 1:])
        tails[at] = members[at] + (f"(?:, (?:{later}))?" if later else "")
    return regex.compile(r" \{(?:" + "|".join(tails) + r")?\}\}")


class Model:
    def __init__(self, path, threads=1):
        L.llama_backend_init()
        self.quiet = L.llama_log_callback(lambda *_: None)
        L.llama_log_set(self.quiet, ctypes.c_void_p(0))
        self.model = L.llama_model_load_from_file(str(path).encode(), L.llama_model_default_params())
        if not self.model:
            raise SystemExit(f"cannot load `{path}` (is it a .gguf file?)")
        self.threads = threads
        self.vocabulary = L.llama_model_get_vocab(self.model)
        self.size = L.llama_vocab_n_tokens(self.vocabulary)
        self.batch = L.llama_batch_init(BATCH, 0, 1)
        self.pieces = [self.piece(token) for token in range(self.size)]
        self.context = None

    def piece(self, token):
        room = ctypes.create_string_buffer(256)
        length = L.llama_token_to_piece(self.vocabulary, token, room, 256, 0, False)
        if length <= 0 or L.llama_vocab_is_control(self.vocabulary, token):
            return ""
        try:
            return room.raw[:length].decode()
        except UnicodeDecodeError:
            return ""

    def open(self, sequences, length):
        params = L.llama_context_default_params()
        params.n_ctx, params.n_batch, params.n_ubatch = length, BATCH, BATCH
        params.n_seq_max, params.kv_unified = sequences, True
        params.n_threads = params.n_threads_batch = self.threads
        self.context = L.llama_init_from_model(self.model, params)
        self.memory = L.llama_get_memory(self.context)

    def tokens(self, text):
        data = text.encode()
        room = (L.llama_token * (len(data) + 8))()
        count = L.llama_tokenize(self.vocabulary, data, len(data), room, len(data) + 8, False, True)
        return list(room[:count])

    def feed(self, items):
        """Items are (token, position, sequence, whether its logits are wanted); the logits wanted, in order."""
        rows = []
        for start in range(0, len(items), BATCH):
            part = items[start:start + BATCH]
            self.batch.n_tokens = len(part)
            for at, (token, position, sequence, wanted) in enumerate(part):
                self.batch.token[at], self.batch.pos[at], self.batch.n_seq_id[at] = token, position, 1
                self.batch.seq_id[at][0], self.batch.logits[at] = sequence, wanted
            if L.llama_decode(self.context, self.batch):
                raise SystemExit("llama.cpp could not decode a batch")
            for at, item in enumerate(part):
                if item[3]:
                    rows.append(np.ctypeslib.as_array(L.llama_get_logits_ith(self.context, at), (self.size,)).copy())
        return rows


def choose(logits, text, pattern, pieces, is_sampled, draw):
    """The next token that keeps `pattern`: the likeliest, or one drawn by top-k, top-p, min-p and the temperature."""
    wanted, fitting = TOP_K if is_sampled else 1, []
    for width in (256, len(logits)):
        best = np.argpartition(-logits, width - 1)[:width] if width < len(logits) else np.arange(len(logits))
        fitting = []
        for token in best[np.argsort(-logits[best], kind="stable")]:
            if pieces[token] and pattern.fullmatch(text + pieces[token], partial=True):
                fitting.append(token)
                if len(fitting) == wanted:
                    break
        if fitting:
            break
    if not fitting or not is_sampled:
        return int(fitting[0]) if fitting else None
    scores = logits[fitting].astype(np.float64)
    chances = np.exp(scores - scores[0])
    chances /= chances.sum()
    scores = scores[:max(1, int(np.searchsorted(np.cumsum(chances), TOP_P) + 1))]
    scores = scores[np.exp(scores - scores[0]) >= MIN_P]
    chances = np.exp((scores - scores[0]) / TEMPERATURE)
    return int(fitting[draw.choice(len(chances), p=chances / chances.sum())])


def shared(prompts):
    """How many tokens all prompts begin with, short of the last."""
    count = 0
    while all(count < len(prompt) - 1 and prompt[count] == prompts[0][count] for prompt in prompts):
        count += 1
    return count


def room_for(prompts, samples):
    start = shared(prompts)
    return start + sum(len(prompt) - start for prompt in prompts) + (1 + len(prompts) * samples) * LONGEST


def next_calls(model, prompts, conditions, seeds, pattern, index):
    """(condition, seed, arguments or None) of each sample. Seed 0 takes the likeliest token."""
    L.llama_memory_clear(model.memory, True)
    start = shared(prompts)
    model.feed([(token, at, 0, False) for at, token in enumerate(prompts[0][:start])])
    live = []
    for number, (condition, prompt) in enumerate(zip(conditions, prompts)):
        first = 1 + number * len(seeds)
        L.llama_memory_seq_cp(model.memory, 0, first, -1, -1)
        row = model.feed([(token, start + at, first, start + at == len(prompt) - 1) for at, token in enumerate(prompt[start:])])[-1]
        for at, seed in enumerate(seeds):
            if at:
                L.llama_memory_seq_cp(model.memory, first, first + at, -1, -1)
            draw = np.random.default_rng([seed, DRAWS[condition.removeprefix("W-")], index])
            live.append({"condition": condition, "seed": seed, "sequence": first + at, "position": len(prompt),
                         "row": row, "text": "", "length": 0, "draw": draw})
    running = live
    while running:
        step = []
        for sample in running:
            token = choose(sample["row"], sample["text"], pattern, model.pieces, sample["seed"] != 0, sample["draw"])
            if token is None:
                continue
            sample["text"] += model.pieces[token]
            sample["length"] += 1
            if not pattern.fullmatch(sample["text"]) and sample["length"] < LONGEST:
                step.append((sample, token))
        rows = model.feed([(token, sample["position"], sample["sequence"], True) for sample, token in step]) if step else []
        for (sample, _), row in zip(step, rows):
            sample["row"] = row
            sample["position"] += 1
        running = [sample for sample, _ in step]
    return [(sample["condition"], sample["seed"], arguments_in(sample["text"])) for sample in live]


def arguments_in(text):
    try:
        return json.loads('{"arguments":' + text)["arguments"]
    except ValueError:
        return None
