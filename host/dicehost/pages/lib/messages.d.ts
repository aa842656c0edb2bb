// Written by `python -m dicehost.web.page_types` from the host's own types. Do not edit.

declare namespace Host {
  type Item = Dice | Card | Cards | Pile | Track | Chips | Note;

  type Field = PickOne | PickSome | Number | Place | Offer;

  type Do = "move" | "press" | "ask_back" | "agree_back" | "refuse_back" | "pause" | "resume" | "help_open" | "help_close" | "ask_hand" | "agree_hand" | "refuse_hand" | "type_in" | "let_in" | "turn_away";

  interface Screen {
    seq: number;
    match: string;
    game: string;
    me: number;
    seats: SeatShown[];
    view: View;
    form: Form | null;
    question: number | null;
    waiting: number[];
    roll: RollShown | null;
    over: Over | null;
    scores: number[];
    log: LogEntry[];
    tower: TowerShown;
    back: BackShown | null;
    may_ask_back: boolean;
    clock: ClockShown | null;
    by_hand: ManualDiceShown | null;
    source: string;
    tablet: AtTablet[];
    knocks: Knock[];
    next: string | null;
    broken: Message | null;
  }

  interface Dice {
    type: "dice";
    key: string;
    label: Message;
    dice: Die[];
  }

  interface Card {
    type: "card";
    key: string;
    name: Message;
    text?: Message | null;
    dice?: Die[];
    value?: string;
    state?: "" | "chosen" | "done" | "closed";
    more?: Message | null;
    short?: Message | null;
    house?: boolean;
  }

  interface Cards {
    type: "cards";
    key: string;
    label: Message;
    cards: Card[];
  }

  interface Pile {
    type: "pile";
    key: string;
    label: Message;
    count: number;
    top?: Card | null;
    cards?: Card[];
  }

  interface Track {
    type: "track";
    key: string;
    label: Message;
    spaces: Space[];
    colour?: string;
    value?: string;
  }

  interface Chips {
    type: "chips";
    key: string;
    label: Message;
    count: number;
    colour?: string;
  }

  interface Note {
    type: "note";
    key: string;
    text: Message;
    tone?: "" | "good" | "bad" | "quiet";
  }

  interface PickOne {
    type: "pick_one";
    key: string;
    label: Message;
    options: Option[];
    unavailable?: Unavailable[];
  }

  interface PickSome {
    type: "pick_some";
    key: string;
    label: Message;
    options: Option[];
    least: number;
    most: number;
    picked?: string[];
    unavailable?: Unavailable[];
  }

  interface Number {
    type: "number";
    key: string;
    label: Message;
    low: number;
    high: number;
  }

  interface Place {
    type: "place";
    key: string;
    label: Message;
    cards: Option[];
    slots: Slot[];
  }

  interface Offer {
    type: "offer";
    key: string;
    label: Message;
    parties: Party[];
    mine: Option[];
    least?: number;
  }

  interface Face {
    name: string;
    mark: string;
    lamps: number;
  }

  interface MatchListed {
    match: string;
    game: string;
    names: string[];
    state: "open" | "over";
    at: string;
    table: string;
    code: string;
    next: string | null;
    seats: SeatListed[];
    trouble: Record<string, any> | null;
    refused: Record<string, any> | null;
  }

  interface GameListed {
    key: string;
    name: string;
    seats: [number, number];
    colours: string[];
    playing_time: [number, number];
    options: Record<string, any>;
    presets: Record<string, Record<string, any>>;
  }

  interface ClockListed {
    name: "off" | "relaxed" | "brisk" | "blitz";
    settings: TimingInSeconds;
  }

  interface TowerListed {
    state: string;
    source: string;
    id: string;
    fw: string;
    health: string;
    page: string | null;
    fault: string | null;
  }

  interface Done {
    ok: boolean;
    seq: number;
  }

  interface CodeLink {
    link: string;
  }

  interface Refusal {
    code: string;
    message: string;
    say: Message;
  }

  interface Taken {
    new: string[];
    known: string[];
  }

  interface Head {
    match: string;
    game: string;
    title: string;
    seats: SeatSeen[];
    over: Over;
    scores: number[];
    used_ms: number[];
    marks: Mark[];
    faces: Record<string, Face[]>;
  }

  interface Seen {
    step: number;
    kind: string;
    seat: number | null;
    at: string;
    said: Message[];
    choice: Message[];
    roll: Thrown | null;
    waiting: number[];
    view: View;
  }

  interface Result {
    match: string;
    game: string;
    began: string;
    ended: string;
    over: boolean;
    names: string[];
    colours: string[];
    winners: number[];
    scores: number[];
    spent_ms: number[];
  }

  interface Player {
    name: string;
    matches: number;
    wins: number;
    spent_ms: number;
    games: Counted[];
  }

  interface Verdict {
    faces: number;
    source: string;
    tower: string;
    rolls: number;
    counts: number[];
    expected: number;
    band: number;
    chi: number;
    p: number | null;
    run: number;
    run_range: [number, number];
    said: Message;
    run_said: Message;
  }

  interface Choices {
    players: string[];
    games: string[];
    sources: string[];
    matches: Played[];
  }

  interface Span {
    tower: string;
    source: string;
    state: string;
    trips: number;
    since: string;
    until: string;
  }

  interface SeatShown {
    name: string;
    colour: string;
    here: boolean;
  }

  interface View {
    headline: Message;
    turn: number | null;
    centre: (Dice | Card | Cards | Pile | Track | Chips | Note)[];
    boards: Board[];
    news?: Message[];
  }

  interface Form {
    title: Message;
    fields: (PickOne | PickSome | Number | Place | Offer)[];
    send?: Message;
    unavailable?: Unavailable[];
  }

  interface RollShown {
    id: string;
    state: "waiting" | "armed" | "tumbling" | "hand";
    seat: number | null;
    why: Message;
    dice: DiceGroup[];
    shuffles: number[];
    may_press: boolean;
    on_table: (Die | null)[];
    places: number[];
  }

  interface Over {
    type: "over";
    winners: number[];
    why: Message;
  }

  interface LogEntry {
    seq: number;
    message: Message;
  }

  interface TowerShown {
    state: string;
    source: string;
    page: string | null;
    fault: Message | null;
  }

  interface BackShown {
    seat: number;
    missing: number[];
  }

  interface ClockShown {
    mode: string;
    why: Message | null;
    waits_for_tap: boolean;
    paused: boolean;
    hands: CountdownShown[];
    used_ms: number[];
  }

  interface ManualDiceShown {
    state: "offered" | "asked" | "agreed";
    viewer: number | null;
    missing: number[];
    may_type: boolean;
  }

  interface AtTablet {
    seat: number;
    asked: boolean;
    secret: boolean;
  }

  interface Knock {
    seat: number;
    number: number;
  }

  interface Message {
    key: string;
    facts?: Record<string, number | string | number[] | Message>;
  }

  interface Die {
    value: number;
    kind?: string;
    colour?: string;
    state?: "" | "kept" | "out";
    seat?: number | null;
  }

  interface Space {
    label: string;
    state?: "" | "open" | "marked" | "closed";
  }

  interface Option {
    key: string;
    label: Message;
    hint?: Message | null;
    dice?: ([string, number])[];
    fields?: (PickOne | PickSome | Number | Place | Offer)[];
  }

  interface Unavailable {
    label: Message;
    why: Message;
    dice?: ([string, number])[];
  }

  interface Slot {
    key: string;
    label: Message;
    most?: number;
    dice?: ([string, number])[];
  }

  interface Party {
    seat: number;
    has: Option[];
  }

  interface SeatListed {
    name: string;
    colour: string;
    link: string;
    code: string;
    here: boolean;
  }

  interface TimingInSeconds {
    mode: "off" | "gentle" | "strict";
    decision: number;
    bank: number;
    increment: number;
    grace: number;
  }

  interface SeatSeen {
    name: string;
    colour: string;
  }

  type Mark = [kind: string, seat: number | null, at: string, scores: number[]];

  interface Thrown {
    dice: Die[];
    shuffles: number;
    source: string;
    tower: string;
  }

  interface Counted {
    game: string;
    matches: number;
    wins: number;
  }

  interface Played {
    match: string;
    game: string;
    at: string;
  }

  interface Board {
    seat: number;
    score: number;
    items?: (Dice | Card | Cards | Pile | Track | Chips | Note)[];
  }

  interface DiceGroup {
    count: number;
    faces?: number;
    kind?: string;
    colour?: string;
    seat?: number | null;
  }

  interface CountdownShown {
    seat: number | null;
    left_ms: number;
    of_ms: number;
    runs: boolean;
    end: Message;
  }
}
