// Written by `python -m dicehost.web.page_types` from the host's own types. Do not edit.

declare namespace Host {
  type Item = Dice | Card | Cards | Pile | Track | Chips | Note | Dial;

  type Field = PickOne | PickSome | Number | Place | Offer;

  type Do = "move" | "press" | "ask_back" | "agree_back" | "refuse_back" | "pause" | "resume" | "help_open" | "help_close" | "ask_hand" | "agree_hand" | "refuse_hand" | "type_in" | "let_in" | "turn_away" | "bot_plays" | "bot_stops" | "pace";

  type FaceName = "bolt" | "luna" | "otto" | "pip" | "mina" | "rex";

  type Beat = BeatsVerdict | Transfer | Flip | Change | Reveal | Award | Title;

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
    landed: Landed | null;
    theme: string;
    since: number | null;
    beats: (BeatsVerdict | Transfer | Flip | Change | Reveal | Award | Title)[];
    show: ShowTimes | null;
    pace: "none" | "quick" | "normal" | "grand";
    join: string | null;
    hints: boolean;
    played: PlayedAt | null;
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
    figures?: Figure[];
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
    picture?: "" | "card";
  }

  interface Note {
    type: "note";
    key: string;
    text: Message;
    tone?: "" | "good" | "bad" | "quiet";
  }

  interface Dial {
    type: "dial";
    key: string;
    label: Message;
    percent: number;
  }

  interface PickOne {
    type: "pick_one";
    key: string;
    label: Message;
    options: Option[];
    unavailable?: Unavailable[];
    draw?: SpacesToTap | Portraits | Thumbs | Goals | Fan | CardsToTake | Actions | People | DiceOnTable | null;
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
    draw?: DiceOnTable | CardsToTake | null;
  }

  interface Number {
    type: "number";
    key: string;
    label: Message;
    low: number;
    high: number;
    start?: number | null;
    draw?: ChipsToPush | DiceToTake | null;
  }

  interface Place {
    type: "place";
    key: string;
    label: Message;
    cards: Option[];
    slots: Slot[];
    draw?: Stacks | null;
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
    icon?: string;
  }

  interface Reaction {
    react: "cheer" | "laugh" | "gasp" | "groan";
    seat: number;
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
    sound: number | null;
    join: string;
    join_code: string;
    tower: string;
    played: "here" | "elsewhere" | "gone" | "cut_off" | "alone" | null;
  }

  interface SeatsOffered {
    game: string;
    over: boolean;
    seats: SeatOffered[];
  }

  interface GameListed {
    key: string;
    name: string;
    seats: [number, number];
    colours: string[];
    playing_time: [number, number];
    options: Record<string, any>;
    presets: Record<string, Record<string, any>>;
    theme: string;
    bots: string[];
    about: Record<string, string>;
    hints: boolean;
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
    name: string;
    match: string | null;
    old: boolean;
  }

  interface TowerCare {
    facts: TowerFacts | null;
    limits: Record<string, number>;
    update: Update | null;
    fault: Message | null;
    spans: Span[];
  }

  interface PanelSeen {
    settings: Record<string, number>;
    lit: number | null;
  }

  interface CheckFound {
    check: "lamps" | "button" | "beam" | "sound";
    ask: Message | null;
    good: boolean | null;
    seen: Message | null;
    step: Message | null;
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

  interface Checked {
    rolls: RollChecked[];
    refused: number[];
    unused: number;
  }

  interface Finale {
    match: string;
    game: string;
    title: string;
    theme: string;
    seats: SeatSeen[];
    over: Over;
    scores: number[];
    ranks: number[];
    awards: MatchAward[];
    curve: Point[];
  }

  interface HindsightSeen {
    state: "none" | "working" | "done" | "failed";
    part: number;
    line: Chances[];
    swings: SwingTold[];
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
    bots: number[];
    abandoned: boolean;
  }

  interface Player {
    name: string;
    matches: number;
    wins: number;
    spent_ms: number;
    games: Counted[];
    bot_matches: number;
    bot_wins: number;
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

  interface BeatsVerdict {
    type: "verdict";
    tone: "" | "good" | "bad" | "grand";
    text: Message;
    seat?: number | null;
    points?: number | null;
    dice?: number[];
  }

  interface Transfer {
    type: "transfer";
    what: "chips" | "card" | "die" | "token";
    source: string;
    target: string;
    count?: number;
    colour?: string;
    card?: Card | null;
  }

  interface Flip {
    type: "flip";
    places: string[];
  }

  interface Change {
    type: "change";
    place: string;
    before: string;
    after: string;
    tone?: "" | "good" | "bad" | "grand";
  }

  interface Reveal {
    type: "reveal";
    seat: number;
    die: Die;
    cards: Card[];
    value: string;
  }

  interface Award {
    type: "award";
    title: Message;
    figures: Figure[];
    winners: number[];
    points?: number | null;
  }

  interface Title {
    type: "title";
    text: Message;
    below?: Message | null;
    seat?: number | null;
    tone?: "" | "good" | "bad" | "grand";
  }

  interface Worth {
    field: string;
    amounts: Amount[];
    option?: string;
  }

  interface TableFacts {
    table: number;
    match: string;
    line: number;
    game: string;
    title: string;
    state: "choice" | "roll" | "tumbling" | "paused" | "stopped" | "over" | "empty";
    headline: string;
    turn: string | null;
    acting: string[];
    players: PlayerTold[];
    winners: string[];
    roll: RollWanted | null;
    last_roll: RollTold | null;
    times: TimeTold[];
    clocks: boolean;
  }

  interface TrustShown {
    addresses: string[];
    fingerprint: string;
  }

  interface RoomShown {
    tables: TableInRoom[];
    towers: TowerInRoom[];
    tournaments: TournamentTold[];
    notice: string;
  }

  interface RoomFairness {
    dice: Verdict[];
    together: Verdict[];
    called: Record<string, string>;
  }

  interface SeatShown {
    name: string;
    colour: string;
    here: boolean;
    bot: BotShown | null;
  }

  interface View {
    headline: Message;
    turn: number | null;
    centre: (Dice | Card | Cards | Pile | Track | Chips | Note | Dial)[];
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
    name: string;
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
    device: string;
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

  interface Landed {
    id: string;
    dice: Die[];
    rest_ms: number[];
  }

  interface ShowTimes {
    slow: number;
    lands_ms: number;
    beats_ms: number[];
  }

  interface PlayedAt {
    state: "here" | "elsewhere" | "gone" | "cut_off" | "alone";
    host: string;
    address: string;
    others: string[];
    alone: boolean;
    note: Message | null;
  }

  interface Die {
    value: number;
    kind?: string;
    colour?: string;
    state?: "" | "kept" | "out";
    seat?: number | null;
  }

  interface Figure {
    seat: number;
    value?: string;
    best?: boolean;
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
    odds?: Odds | null;
    icon?: "" | "thumb_up" | "thumb_down" | "deck" | "discards" | "use" | "keep" | "skip" | "stop" | "done" | "again" | "swap" | "bank" | "pay";
    marks?: string[];
    level?: Level | null;
    colour?: string;
    big?: string;
    tone?: "" | "plus" | "minus";
    seat?: number | null;
  }

  interface Unavailable {
    label: Message;
    why: Message;
    dice?: ([string, number])[];
    draw?: SpacesToTap | null;
  }

  interface SpacesToTap {
    type: "spaces_to_tap";
    spaces: Space[];
    colour?: string;
    total?: string;
    dice?: ([string, number])[];
    at?: number;
  }

  interface Portraits {
    type: "portraits";
    chances?: string;
  }

  interface Thumbs {
    type: "thumbs";
  }

  interface Goals {
    type: "goals";
    pool?: ([string, number])[];
  }

  interface Fan {
    type: "fan";
  }

  interface CardsToTake {
    type: "cards_to_take";
  }

  interface Actions {
    type: "actions";
  }

  interface People {
    type: "people";
    chances?: string;
  }

  interface DiceOnTable {
    type: "dice_on_table";
    wanted?: ([string, number])[];
  }

  interface ChipsToPush {
    type: "chips_to_push";
    purse: number;
    colour?: string;
  }

  interface DiceToTake {
    type: "dice_to_take";
    dice: ([string, number])[];
  }

  interface Slot {
    key: string;
    label: Message;
    most?: number;
    dice?: ([string, number])[];
    icon?: "" | "thumb_up" | "thumb_down" | "deck" | "discards" | "use" | "keep" | "skip" | "stop" | "done" | "again" | "swap" | "bank" | "pay";
    seat?: number | null;
  }

  interface Stacks {
    type: "stacks";
    values?: string;
    rest?: string;
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
    bot: BotListed | null;
  }

  interface SeatOffered {
    name: string;
    colour: string;
    taken: boolean;
    mine: boolean;
    bot: boolean;
  }

  interface TimingInSeconds {
    mode: "off" | "gentle" | "strict";
    decision: number;
    bank: number;
    increment: number;
    grace: number;
  }

  interface TowerFacts {
    settings: Record<string, number>;
    comes_with: string;
    model: string;
    python: string;
    supply: string;
    uptime: number;
    rolls: number;
    trips: number;
    tests: number[];
    noted: string[];
  }

  interface Update {
    state: "running" | "done" | "failed";
    file: string;
    done: number;
    of: number;
    why: Message | null;
  }

  interface SeatSeen {
    name: string;
    colour: string;
    bot: BotShown | null;
  }

  type Mark = [kind: string, seat: number | null, at: string, scores: number[]];

  interface Thrown {
    dice: Die[];
    shuffles: number;
    source: string;
    tower: string;
  }

  interface RollChecked {
    line: number;
    id: string;
    finding: "fits" | "unchecked" | "by_hand" | "dice" | "missing" | "nonce" | "commitment" | "faces";
    source: string;
    dice: string;
    values: number[];
    commitment: string;
    nonce: string;
    noise: string;
    abandoned: number;
  }

  interface MatchAward {
    kind: "roll" | "bold" | "comeback" | "close" | "luck" | "fast";
    seats: number[];
    title: Message;
    text: Message;
    figure: Message;
  }

  type Point = [event: number, scores: number[]];

  type Chances = [step: number, parts: number[], error: number];

  interface SwingTold {
    step: number;
    kind: "luck" | "choice";
    seat: number;
    said: Message;
    best: Message[];
  }

  interface Counted {
    game: string;
    matches: number;
    wins: number;
    bot_matches: number;
    bot_wins: number;
  }

  interface Played {
    match: string;
    game: string;
    at: string;
  }

  interface Amount {
    what: Message;
    value: number;
    unit?: "chance" | "count" | "gain";
    error?: number | null;
  }

  interface PlayerTold {
    name: string;
    colour: string;
    score: number;
    bot: boolean;
    here: boolean;
  }

  interface RollWanted {
    id: string;
    player: string | null;
    state: string;
    dice: DiceWanted[];
  }

  interface RollTold {
    id: string;
    dice: DieTold[];
    sum: number | null;
    source: string;
  }

  interface TimeTold {
    player: string | null;
    left_ms: number;
    of_ms: number;
    runs: boolean;
  }

  interface TableInRoom {
    match: string;
    line: number;
    game: string;
    title: string;
    state: "choice" | "roll" | "paused" | "stopped" | "over";
    seats: SeatInRoom[];
    acting: number[];
    tower: string;
    host: string;
  }

  interface TowerInRoom {
    id: string;
    name: string;
    state: string;
    source: string;
    noise: string;
    fault: Message | null;
    match: string | null;
    host: string;
  }

  interface TournamentTold {
    id: string;
    line: number;
    name: string;
    game: string;
    title: string;
    mode: "swiss" | "round_robin";
    seats: [number, number];
    size: number;
    rounds_planned: number;
    points: number[];
    now: "open" | "paired" | "between" | "over";
    last: string;
    players: PlayerInTournament[];
    standings: StandingTold[];
    rounds: RoundTold[];
  }

  interface BotShown {
    level: string;
    face: string;
  }

  interface Board {
    seat: number;
    score: number;
    items?: (Dice | Card | Cards | Pile | Track | Chips | Note | Dial)[];
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

  interface Odds {
    percent: number[];
    by?: string;
  }

  interface Level {
    has: number;
    of: number;
  }

  interface BotListed {
    level: string;
    face: string;
  }

  interface DiceWanted {
    count: number;
    faces: number;
    kind: string;
  }

  interface DieTold {
    value: number;
    face: string;
    kind: string;
    colour: string;
  }

  interface SeatInRoom {
    name: string;
    colour: string;
    score: number;
    bot: boolean;
    won: boolean;
  }

  interface PlayerInTournament {
    name: string;
    left: boolean;
  }

  interface StandingTold {
    place: number;
    player: number;
    points: number;
    opponents: number;
    beaten: number;
    wins: number;
    decided: "" | "points" | "opponents" | "beaten" | "wins" | "level";
  }

  interface RoundTold {
    tables: SeatingTold[];
    byes: number[];
  }

  interface SeatingTold {
    players: number[];
    match: string;
    ranks: number[];
    scores: number[];
    points: number[];
  }
}
