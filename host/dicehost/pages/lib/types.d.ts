// Types that several page modules share. What the host sends is in messages.d.ts.

/** What the blanks of a sentence are filled with. */
type Facts = Record<string, number | string | boolean | readonly number[] | Host.Message>;

/** Sentences by key. */
type Words = Record<string, string>;

interface Speech {
  /** A sentence of the game; nothing for nothing. */
  say(what: Host.Message | null | undefined): string;
  /** A sentence of the page. */
  word(key: string, facts?: Facts): string;
  /** The name of a state; the host's own word where the page has none. */
  kind(family: string, name: string): string;
  /** Why the host refused something. */
  refusal(refusal: { say?: any }): string | null;
}

type Faces = Record<string, Host.Face[]>;

/** What drawing needs to know beside the thing that is drawn. */
interface Context extends Speech {
  faces: Faces;
  me: number;
  /** `here` is missing where a match is over. */
  seats: (Host.SeatSeen & { here?: boolean; bot?: Host.BotShown | null })[];
  leaders: number[];
}

/** A part of the page: its node is made once, `show` brings it up to date. */
interface Part<Shown extends unknown[] = []> {
  node: Element;
  show(...shown: Shown): void;
}

/** A die on the screen; one that tumbles has no value yet. */
interface DieShown extends Host.Die {
  tumbling?: boolean;
  seat?: number | null;
  faces?: number;
}

/** A screen's state, and when it came by the browser's own clock. */
interface ScreenState extends Host.Screen {
  arrived: number;
}

type Answer = Record<string, any>;

/** Gives a command while it is wanted; null once it was refused or is too late. */
type Act = (what: { do: Host.Do; answer?: Answer; question?: number }, wanted: (screen: ScreenState) => boolean) => Promise<Host.Done | null>;

/**
 * A field of a form. `fill` writes its answer and says whether it is complete. A number's `limit` gives it
 * another range; a `quiet` field has its label in its picture. Several fields have their `parts` by key.
 */
interface FieldPart {
  nodes: Element[];
  fill(answer: Answer): boolean;
  limit?(range: { low: number; high: number }): void;
  quiet?: boolean;
  parts?: Map<string, FieldPart>;
}

/** What a field needs to know of the form it is in. */
interface FormAround {
  ctx: Context;
  crowded: boolean;
  /** The form's only field, if it has one. */
  sole: Host.Field | null;
  build(fields: Host.Field[]): FieldPart;
  lacks(field: { node: Element; label: string }): void;
  changed(): void;
  /** Be handed every preview; what `take` returns it draws itself. */
  onPreview(take: (items: Host.Item[]) => Host.Item[]): void;
  submit(): void;
}

/** What a part that is fetched later gets from the screen it is part of. */
interface Surroundings {
  kind: "table" | "seat";
  match: string;
  act: Act;
  owner: string | null;
  token: string | null;
  /** Whether this screen saw the match end, and did not just open. */
  live: boolean;
}

/** A part that is fetched later and takes every state of the screen. */
interface LatePart {
  show(screen: ScreenState, ctx: Context): void;
}

/** The same type, but nothing is inferred from where it stands. (NoInfer keeps tuples apart by length.) */
type Fixed<T> = [T][T extends any ? 0 : never];
