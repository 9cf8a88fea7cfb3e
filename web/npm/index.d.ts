// The types of questions and answers, version 1 of the contract. Made by python -m tools.contract.

/** The keys that every question can have. */
export type Asked = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The language of the sentences: en (the default) or fr. */
  language?: string;
  /** The most seconds of processor time for the answer, up to the bound of the program. */
  seconds?: number;
};

/** The keys that every question about an event can have. */
export type AskedOfEvent = Asked & {
  /** The name of the event in messages; by default its path, or the name under which it is kept. */
  name?: string;
  /** The text of the event: a TRF, or an event as JSON. */
  trf?: string;
  /** The file of the event, below a directory that was allowed at the start. */
  path?: string;
  /** The name under which the event is kept; a question that changes the event changes what is kept. */
  kept?: string;
  /** Keep the event under this name, after any change. */
  keep?: string;
};

/** The keys that every question can have that changes an event. */
export type AskedChange = AskedOfEvent & {
  /** The round that the view of the event shows; null stands for the last one. */
  shown?: number | null;
};

/** Which program is this, and what does it answer? */
export type AskAbout = Asked & {
  /** The kind of the question. */
  ask: "about";
};

/** Which event is in this file, or which files are in this archive? */
export type AskOpen = AskedOfEvent & {
  /** The kind of the question. */
  ask: "open";
  /** The bytes of a file in base64, instead of its text. */
  data?: string;
  /** The file of an archive, by its name in the answer `members`. */
  member?: string;
};

/** Show the event, with the boards of a round. */
export type AskEvent = AskedOfEvent & {
  /** The kind of the question. */
  ask: "event";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
};

/** Pair a round; the event does not change. */
export type AskPair = AskedOfEvent & {
  /** The kind of the question. */
  ask: "pair";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
};

/** What does a picture of a round show? */
export type AskBrackets = AskedOfEvent & {
  /** The kind of the question. */
  ask: "brackets";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
};

/** Why has a participant this opponent, float, bye or colour? */
export type AskWhy = AskedOfEvent & {
  /** The kind of the question. */
  ask: "why";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** A participant by number or name, such as 7 or aalto. */
  player: number | string;
};

/** Why do two participants not meet, or why does one not have a bye, float or colour? */
export type AskWhyNot = AskedOfEvent & {
  /** The kind of the question. */
  ask: "why-not";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** A participant by number or name, such as 7 or aalto. */
  player: number | string;
  /** An opponent by number or name; or bye, up, down, white or black. */
  what: string;
};

/** How would the round look with changed facts? */
export type AskWhatIf = AskedOfEvent & {
  /** The kind of the question. */
  ask: "what-if";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Changed facts, in the words of `swisspair what-if`, such as absent:3. */
  changes: string[];
};

/** What do the rules say about these boards? */
export type AskJudge = AskedOfEvent & {
  /** The kind of the question. */
  ask: "judge";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Boards: the numbers of White and Black, with 0 for nobody. */
  pairs: Pair[];
};

/** Rank the participants. */
export type AskStandings = AskedOfEvent & {
  /** The kind of the question. */
  ask: "standings";
  /** The number of rounds after which to rank; null stands for all complete rounds. */
  after?: number | null;
};

/** Which tie-break separates two participants? */
export type AskWhyRank = AskedOfEvent & {
  /** The kind of the question. */
  ask: "why-rank";
  /** The number of rounds after which to rank; null stands for all complete rounds. */
  after?: number | null;
  /** A participant by number or name, such as 7 or aalto. */
  player: number | string;
  /** A participant by number or name. */
  other: number | string;
};

/** Does every recorded round follow the rules? */
export type AskCheck = AskedOfEvent & {
  /** The kind of the question. */
  ask: "check";
};

/** Make a page to print or to read. */
export type AskPage = AskedOfEvent & {
  /** The kind of the question. */
  ask: "page";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** The number of rounds after which to rank; null stands for all complete rounds. */
  after?: number | null;
  /** The page to make. */
  page: "round" | "sheet" | "slips" | "results" | "standings" | "poster" | "crosstable" | "check";
};

/** Begin an event. */
export type AskNew = Asked & {
  /** The kind of the question. */
  ask: "new";
  /** The name of the event in messages; by default its path, or the name under which it is kept. */
  name?: string;
  /** Keep the event under this name, after any change. */
  keep?: string;
  /** The round that the view of the event shows; null stands for the last one. */
  shown?: number | null;
  /** The name of the new event. */
  event?: string;
  /** Players, one in each line, with the rating if there is one. */
  list: string;
  /** The number of rounds. */
  rounds: number;
  /** The first day, such as 2026/11/26; by default today. */
  day?: string;
  /** The initial-colour; empty: it is drawn by lot. */
  colour?: "" | "white" | "black";
  /** The pairing system, such as dutch or dubov; empty stands for dutch. */
  system?: string;
  /** The edition of the rules; empty stands for the one in force. */
  edition?: string;
  /** The tie-breaks with commas between them, such as DE, BH/C1, SB. */
  tie_breaks?: string;
  /** In a team event, the number of boards in a match. */
  boards?: number | null;
  /** Whether to use the Baku Acceleration Method. */
  baku?: boolean;
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Pair the next round, and write it into the event. */
export type AskNextRound = AskedChange & {
  /** The kind of the question. */
  ask: "next-round";
  /** Participants who do not play in the round, such as 7, aalto. */
  absent?: string;
  /** Participants with their byes in the round, such as 5=H. */
  byes?: string;
  /** Whether to use the Baku Acceleration Method. */
  baku?: boolean;
  /** Keep players of the same federation or team apart. */
  avoid?: string;
  /** Pairs that should not meet, such as 3-7, 4-9. */
  avoid_pairs?: string;
  /** One of these players should get the bye. */
  prefer_bye?: string;
  /** Players who should not get the bye. */
  no_bye?: string;
  /** The strength of the wishes (default: weak). */
  strength?: "" | "weak" | "strong" | "hard";
};

/** Replace boards of the last round. */
export type AskByHand = AskedChange & {
  /** The kind of the question. */
  ask: "by-hand";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Boards: the numbers of White and Black, with 0 for nobody. */
  pairs: Pair[];
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Enter results. */
export type AskEnter = AskedChange & {
  /** The kind of the question. */
  ask: "enter";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Results by board, such as 1-0, ½-½ or +--; an empty text removes a result. */
  results: Record<string, string>;
  /** In a team event, the players of a team by board, such as Kiel: 3, 4. */
  line_ups?: string[];
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Give participants a bye, or take it back. */
export type AskAway = AskedChange & {
  /** The kind of the question. */
  ask: "away";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Participants by numbers or names, such as 7, aalto; to swap two, such as 5-8. */
  players?: string;
  /** A participant by number or name, such as 7 or aalto. */
  player?: number | string;
  /** The bye: zero, half or full point; empty takes it back. */
  bye?: "" | "Z" | "H" | "F";
};

/** Leave participants out of all rounds to come. */
export type AskWithdraw = AskedChange & {
  /** The kind of the question. */
  ask: "withdraw";
  /** Participants by numbers or names, such as 7, aalto; to swap two, such as 5-8. */
  players: string;
};

/** Let participants who are out play again. */
export type AskReturn = AskedChange & {
  /** The kind of the question. */
  ask: "return";
  /** Participants by numbers or names, such as 7, aalto; to swap two, such as 5-8. */
  players: string;
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
};

/** Add participants. */
export type AskAdd = AskedChange & {
  /** The kind of the question. */
  ask: "add";
  /** Players, one in each line, with the rating if there is one. */
  list: string;
  /** Whether those who are named get the numbers of their places; all others keep their order. */
  renumber?: boolean;
};

/** Correct the facts about a participant. */
export type AskEdit = AskedChange & {
  /** The kind of the question. */
  ask: "edit";
  /** A participant by number or name, such as 7 or aalto. */
  player: number | string;
  /** The fields to correct, such as rating or club. */
  fields: Record<string, string | number>;
  /** Whether those who are named get the numbers of their places; all others keep their order. */
  renumber?: boolean;
};

/** Exchange two participants of the last round. */
export type AskSwap = AskedChange & {
  /** The kind of the question. */
  ask: "swap";
  /** Participants by numbers or names, such as 7, aalto; to swap two, such as 5-8. */
  players: string;
  /** Whether to write also what breaks a rule, with a note in the file. */
  by_hand?: boolean;
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Set boards of the last round. */
export type AskBoards = AskedChange & {
  /** The kind of the question. */
  ask: "boards";
  /** The boards of the last round, such as 5-1 2-8 3-bye. */
  boards: string;
  /** Whether to write also what breaks a rule, with a note in the file. */
  by_hand?: boolean;
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** State facts about the event, such as its city. */
export type AskDescribe = AskedChange & {
  /** The kind of the question. */
  ask: "describe";
  /** The facts about the event, such as city, chief arbiter or days (of the rounds). */
  facts: Record<string, string>;
};

/** Seat somebody for a player who left. */
export type AskStandIn = AskedChange & {
  /** The kind of the question. */
  ask: "stand-in";
  /** A participant by number or name, such as 7 or aalto. */
  player: number | string;
  /** Who sits in; or bye or point, for the opponent. */
  instead: number | string;
};

/** Set the tie-breaks of the event. */
export type AskTieBreaks = AskedChange & {
  /** The kind of the question. */
  ask: "tie-breaks";
  /** The tie-breaks with commas between them, such as DE, BH/C1, SB. */
  tie_breaks: string;
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Take the last round back. */
export type AskUnpair = AskedChange & {
  /** The kind of the question. */
  ask: "unpair";
  /** Whether to lose results, or to take tie-breaks that C.07 excludes, if the change needs that. */
  force?: boolean;
};

/** Record the organiser's wishes, or take all of them back. */
export type AskWish = AskedChange & {
  /** The kind of the question. */
  ask: "wish";
  /** Keep players of the same federation or team apart. */
  avoid?: string;
  /** Pairs that should not meet, such as 3-7, 4-9. */
  avoid_pairs?: string;
  /** One of these players should get the bye. */
  prefer_bye?: string;
  /** Players who should not get the bye. */
  no_bye?: string;
  /** The strength of the wishes (default: weak). */
  strength?: "" | "weak" | "strong" | "hard";
};

/** Give me a round to pair by hand. */
export type AskExercise = Asked & {
  /** The kind of the question. */
  ask: "exercise";
  /** Keep the event under this name, after any change. */
  keep?: string;
  /** The pairing system, such as dutch or dubov; empty stands for dutch. */
  system?: string;
  /** The edition of the rules; empty stands for the one in force. */
  edition?: string;
  /** The article of an exercise, such as C9 or 2.4.4; empty stands for any. */
  article?: string;
  /** The level of an exercise; empty stands for any. */
  level?: "" | "easy" | "medium" | "hard";
  /** A text that gives the same exercise again. */
  seed?: string;
};

/** What is wrong with my boards, step by step? */
export type AskHints = AskedOfEvent & {
  /** The kind of the question. */
  ask: "hints";
  /** The number of a round; null stands for the next one, or for the last one that is recorded. */
  round?: number | null;
  /** Boards: the numbers of White and Black, with 0 for nobody. */
  pairs: Pair[];
};

/** Forget an event that was kept. */
export type AskForget = Asked & {
  /** The kind of the question. */
  ask: "forget";
  /** The name under which the event is kept; a question that changes the event changes what is kept. */
  kept: string;
};

/** The event as a person sees it, and its text. */
export type Event = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** The name of the event in messages. */
  file: string;
  /** The text of the event; after a question that changes the event, the new text. */
  trf: string;
  /** The name of the event, from the file. */
  name: string;
  /** The number of rounds that are planned. */
  rounds: number | null;
  /** The number of rounds in the file. */
  recorded: number;
  /** The number of complete rounds. */
  done: number;
  /** The round that can be paired now. */
  next: number | null;
  /** The round for which participants can be marked as absent. */
  to_come?: number | null;
  /** Participants without an entry in the last round, who will be paired. */
  not_heard_of: Number[];
  /** The system and the edition, with the reasons for them. */
  rules: Record<string, unknown>;
  /** Players, matches of two games, or teams. */
  kind: "individual" | "double" | "team";
  /** The participants. */
  players: Participant[];
  /** A recorded round. */
  round: ShownRound | null;
  /** The results to choose from. */
  results: {
    /** The code that questions use. */
    code: string;
    /** The words for people. */
    words: string;
    /** A short label, or nothing. */
    short: string;
  }[];
  /** The words for the letters of byes. */
  byes: Record<string, string>;
  /** The fields by which wishes can keep players apart. */
  fields: {
    /** The code that questions use. */
    code: string;
    /** The words for people. */
    words: string;
  }[];
  /** The organiser's wishes as sentences. */
  wishes: string[];
  /** The facts about the event by name. */
  facts: Record<string, string>;
  /** What a rating report still needs, in sentences, after the last round. */
  missing: string[];
  /** The tie-breaks with commas between them; empty if only points count. */
  tie_breaks: string;
  /** The adjustments that were needed to read the file. */
  adjustments: Adjustment[];
  /** Sentences about what was done. */
  notices?: string[];
};

/** A participant. */
export type Participant = Member & {
  team: string;
  score: Points;
  /** The bye in the next round; empty if the participant plays. */
  away: string;
  /** The byes in rounds to come, by round. */
  byes: Record<string, string>;
  /** The members of a team in the order of their boards. */
  team_members?: Member[];
};

/** A member. */
export type Member = {
  number: Number;
  name: string;
  rating: number;
  title: string;
  federation: string;
  sex: string;
  fide_number: string;
  birth_date: string;
};

/** A recorded round. */
export type ShownRound = {
  number: number;
  /** The boards in their order. */
  boards: ShownBoard[];
  /** The participants without a board. */
  byes: {
    player: Number;
    player_score: Points;
    /** The letter of the bye in a TRF. */
    kind: string;
    words: string;
  }[];
  /** The number of missing results. */
  open: number;
  /** Notes about boards made by hand. */
  by_hand: string[];
  /** Whether results can be entered. */
  enterable: boolean;
  /** Whether this is the last round in the file. */
  last: boolean;
};

/** A board. */
export type ShownBoard = {
  board: number;
  white: Number;
  black: Number;
  white_score: Points;
  black_score: Points;
  /** The result; empty if it is missing. */
  result: string;
  /** The games of a match. */
  games?: GameOfMatch[];
};

/** A game of a match. */
export type GameOfMatch = {
  /** The board in `results`, such as 3.2. */
  board: string;
  /** The name of White. */
  white: string;
  /** The name of Black. */
  black: string;
  numbers: Pair;
  /** The result; ?-? if it is missing. */
  result: string;
};

/** An event, or the list of an archive. */
export type Opened = Event | Archive;

/** An archive of files. */
export type Archive = {
  /** The names of the files, for `member`. */
  members: string[];
};

/** A round to pair by hand, in which an article decides. */
export type Exercise = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** The event before the round. */
  trf: string;
  /** The round. */
  round: number;
  /** The pairing system. */
  system: string;
  /** The edition of the rules. */
  edition: string;
  /** The article with its chapter. */
  article: string;
  /** The code of a criterion, or nothing. */
  code: string;
  /** A sentence about the article, or nothing. */
  about: string;
  /** How the article is misread in `without`; empty if it is left out. */
  misread: string;
  /** The seed, which gives the same exercise again. */
  seed: string;
  /** The level: easy, medium or hard. */
  level: string;
  /** The number of different scores. */
  brackets: number;
  /** The number of pairs with different scores. */
  floaters: number;
  /** The articles without which the round would be another. */
  deciding: string[];
  /** The right boards, with 0 for nobody. */
  pairs: Pair[];
  /** The boards without the article. */
  without: Pair[];
  /** What to know about the round, as sentences. */
  facts: string[];
  /** The participants to pair, in the order of the ranking. */
  players: {
    number: Number;
    name: string;
    score: Points;
    /** The floats so far: D, U or - for each round. */
    floats: string;
    /** The rounds so far, such as 12w1. */
    rounds: string[];
  }[];
  /** The articles of the edition with exercises. */
  articles: {
    /** The article with its chapter. */
    article: string;
    /** The code of a criterion, or nothing. */
    code: string;
    /** A sentence about the article, or nothing. */
    about: string;
  }[];
};

/** What is wrong with boards. */
export type Hints = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** Whether the right round has all these boards. */
  agrees: boolean;
  /** Whether everybody has a board or the bye. */
  complete: boolean;
  /** Hints, each of which says more than the one before. */
  hints: string[];
  /** Two participants to exchange, or to seat together. */
  exchange: Number[] | null;
};

/** A page. */
export type Page = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** The page as HTML. */
  html: string;
};

/** The brackets of a round, with what a picture of them shows. */
export type Brackets = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** The round. */
  number: number;
  /** The brackets in the order in which they were paired. */
  brackets: {
    /** The score; empty for a round of a table. */
    name: string;
    /** The first players of the pairs, and MDPs who stay in the limbo. */
    left: Number[];
    /** All other players. */
    right: Number[];
    /** The players from other brackets. */
    joined: Number[];
    /** The pairs. */
    pairs: Pair[];
  }[];
  /** The participant with the pairing-allocated bye. */
  bye: number | null;
  /** The participants who have White. */
  whites: Number[];
  /** The round in which two participants met, by their numbers. */
  met: Record<string, unknown>;
};

/** The program. */
export type About = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** The version of swisspair. */
  version: string;
  /** The version of this contract. */
  contract: 1;
  /** The kinds of questions. */
  kinds: string[];
  /** The languages of sentences. */
  languages: string[];
  /** The names of the events that are kept. */
  kept: string[];
  /** The bounds of a conversation: seconds for an answer (0: none), bytes of a question, events that are kept, and bytes of their texts. */
  bounds: Record<string, number>;
};

/** The events that are still kept. */
export type Forgotten = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  schema?: 1;
  /** Their names. */
  kept: string[];
};

/** The number of a participant in the file; 0 means nobody. */
export type Number = number;

/** Points as a decimal number with one decimal place. */
export type Points = string;

/** The numbers of White and Black; 0 in place of Black is the pairing-allocated bye. */
export type Pair = [Number, Number];

/** An adjustment that was necessary to read the file, see docs/adjustments.md. */
export type Adjustment = {
  /** The number of the adjustment. */
  code: string;
  /** The line, counted from 1; 0 if it concerns the whole file. */
  line: number;
  /** The column, counted from 1; 0 if it concerns the whole line. */
  column: number;
  /** A sentence that says what was found and how it is read. */
  words: string;
};

/** A reason why a file cannot be read. */
export type Problem = {
  /** The line, counted from 1; 0 if it concerns the whole file. */
  line: number;
  /** The column, counted from 1; 0 if it concerns the whole line. */
  column: number;
  /** The kind of fault; docs/adjustments.md lists the kinds. */
  code: string;
  /** The field of the record. */
  field: string;
  /** The text that was found there. */
  found: string;
  /** The text that was expected there. */
  expected: string;
  /** Advice on what to do; may be empty. */
  advice: string;
};

/** A reason against a pair, a bye or a pairing. */
export type Finding = {
  /** The kind of fault. */
  fault: "illegal" | "worse" | "later in the order" | "against the procedure" | "other colours" | "other bye";
  /** The article that decides. */
  article: string;
  /** The code of the criterion, such as C6; may be empty. */
  code: string;
  /** The finding in words. */
  words: string;
  /** The value in the right pairing that the rule compares; may be empty. */
  right: string;
  /** The value in this pairing that the rule compares; may be empty. */
  wrong: string;
  /** The players whom the rule counts in this pairing. */
  players: Number[];
  /** The players whom the rule counts in the right pairing. */
  instead?: Number[];
  /** The player whose opponents decide, if an order compares opponents. The keys players and instead then contain the two opponents. */
  of?: Number;
  /** The names of all these players, by their numbers. */
  names?: Record<string, string>;
};

/** A player who could not be the opponent, with the reason. */
export type Barred = Finding & {
  player: Number;
};

/** The reason against a recorded round. */
export type Explanation = Finding & {
  bracket: Points | null;
};

/** An article, and what it decides here. */
export type Cited = {
  article: string;
  words: string;
};

/** A criterion that even the best pairing does not fully satisfy. */
export type Unmet = {
  /** The code of the criterion, such as C6. */
  code: string;
  article: string;
  /** A description of what the criterion counts. */
  words: string;
  /** The number of failures, or the points concerned. */
  total: string;
};

/** One step of a procedure, with its result. */
export type Step = Cited & {
  player: Number;
  opponent: Number | null;
};

/** One bracket, with the criteria that decided its pairing. */
export type Bracket = {
  /** The role of the bracket in the round. */
  kind: string;
  score: Points;
  /** The players who came from another scoregroup. */
  joined: Number[];
  residents: Number[];
  /** The pairs, each with its higher ranked player first, whatever the colours. */
  pairs: Pair[];
  /** The players who are left over. */
  floaters: Number[];
  /** The method by which it was paired, in words. */
  found: string;
  unmet: Unmet[];
  steps: Step[];
};

/** A board of the round. */
export type Board = {
  /** The number of the board in the published order, counted from 1. */
  board: number;
  white: Number;
  black: Number;
  colours: Cited;
};

/** The reason why there is no answer, for a single file or for one of several files. */
export type Failure = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema?: 1;
  /** The position of the file in the list of all files. */
  place?: number;
  /** The name of the file, if the failure concerns a file. */
  file?: string;
  adjustments?: Adjustment[];
  /** The complete message, in sentences for people. */
  error: string;
  /** The exit status for this failure alone. */
  status: 0 | 1 | 2 | 3 | 4 | 5 | 130;
  /** All problems of a file that cannot be read. */
  problems?: Problem[];
  counts?: Counts;
};

/** The outcome of a wish. */
export type Wish = {
  kind: "avoid" | "prefer-bye" | "no-bye";
  /** What the members of the group have in common; may be empty. */
  label: string;
  strength: "weak" | "strong" | "hard";
  /** Whether the wish is granted. */
  granted: boolean;
  broken: {
    board: Pair;
    /** The article of the reason why the wish is not granted; empty if no reason was computed. */
    article: string;
    code: string;
    words: string;
    right: string;
    wrong: string;
  }[];
};

/** The output of swisspair pair --format json; with jsonl, one such line for each file. */
export type Pairing = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  /** The name of the file. */
  file: string;
  /** The name of the system, such as dutch. */
  system: string;
  /** The reason for this choice. */
  why_system: string;
  /** The edition of the system's rules, which is a year. */
  edition: string;
  /** The reason for this choice. */
  why_edition: string;
  /** The number of a round, counted from 1. */
  round: number;
  boards: Board[];
  bye: Number | null;
  /** In a team event, the names of the teams by their numbers. */
  teams?: Record<string, string>;
  /** The names of all participants by their numbers. */
  names?: Record<string, string>;
  /** The participants who do not take part in the round. */
  absent: Number[];
  brackets: Bracket[];
  /** The effect of the organiser's wishes; only if they have changed the round. */
  wishes?: {
    fide_mode: false;
    /** The boards that exist only because of the wishes. */
    boards: Pair[];
    /** The boards that they replace, which are those of FIDE mode. */
    instead_of: Pair[];
    outcomes: Wish[];
  };
  adjustments: Adjustment[];
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair why-not --format json. */
export type WhyNot = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema?: 1;
  /** The question in words. */
  asked: string;
  /** The reason in a sentence for players; empty if the finding says it in plain words. */
  plain?: string;
  /** The answer. The value "so" means that the round already has what was asked for. */
  verdict: "so" | "impossible" | "illegal" | "worse" | "later in the order" | "against the procedure" | "other colours" | "other bye" | "unexplained";
  bracket: Points | null;
  finding: Finding | null;
  /** The best round that has what was asked for; empty if there is none. */
  best_round_with_it: Pair[];
  /** The names of the participants on the boards, by their numbers. */
  names?: Record<string, string>;
  /** The limit at which the search ended without a reason; the verdict is then "unexplained". */
  given_up?: string;
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair why --format json. */
export type Why = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  player: Number;
  /** The number of a round, counted from 1. */
  round: number;
  score: Points;
  opponent: Number;
  /** The number of the board; 0 if the player has none. */
  board: number;
  /** The colour of the player; null for the bye. */
  colour: "white" | "black" | null;
  /** The name of the player. */
  name?: string;
  /** The name of the opponent; empty if the player has the bye. */
  opponent_name?: string;
  /** The reasons in sentences for players: first for the float or the bye, then for the opponent. */
  plain?: string[];
  /** The result of the question why the player does not have another opponent. */
  another_opponent?: WhyNot | null;
  /** The float in this round in words; empty if there is none. */
  float: string;
  /** The colour preference in words. */
  preference: string;
  colour_article: Finding | null;
  /** The brackets to which the player belonged. */
  brackets: Points[];
  unmet: Unmet[];
  impossible: Barred[];
  instead: WhyNot | null;
  bye_bar: Finding | null;
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair what-if --format json. */
export type WhatIf = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  /** The changes in words. */
  changes: string[];
  as_it_is: Pair[];
  as_it_would_be: Pair[];
  /** What forbids the demanded pairs and byes, if no legal round has them. */
  illegal?: Finding[];
  /** The names of the participants on the boards, by their numbers. */
  names?: Record<string, string>;
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair judge --format json. */
export type Judgement = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  /** Whether the rules demand all these boards. */
  agrees: boolean;
  /** Whether the proposal is a complete round. */
  complete: boolean;
  illegal: Finding[];
  boards: {
    board: Pair;
    why: WhyNot;
  }[];
  as_a_whole: Explanation | null;
  /** The proposal, completed in the best possible way. */
  round: Pair[];
  /** The names of the participants on the boards, by their numbers. */
  names?: Record<string, string>;
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair standings --format json. */
export type Standings = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  /** The name of the file. */
  file: string;
  /** The number of rounds after which they are ranked. */
  after: number;
  /** The codes of the tie-breaks of C.07, in their order. */
  tie_breaks: string[];
  /** The reason for these tie-breaks. */
  why_tie_breaks: string;
  /** The edition of C.07 that was applied. */
  rules: string;
  /** A remark on the rules; may be empty. */
  remark: string;
  /** The places, from the first to the last. */
  standings: {
    rank: number;
    number: Number;
    name: string;
    /** The values of the tie-breaks as they are printed. */
    values: Record<string, string>;
    /** The cells of the crosstable: opponent, colour and result of each round. */
    rounds: string[];
  }[];
  /** The answer in sentences for people. */
  lines?: string[];
};

/** The output of swisspair why-rank --format json. */
export type WhyRank = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  asked: Number[];
  /** The answer as lines of text. */
  words: string[];
  /** The answer in sentences for people. */
  lines?: string[];
};

/** A participant whom a report mentions. */
export type Person = {
  number: Number;
  name: string;
  score: Points | null;
};

/** A change of the facts of a round, which may explain a difference. */
export type Change = {
  /** The kind of change, such as board by hand or withdrawal. */
  kind: string;
  /** White and Black, or two players, or one player. */
  players: Number[];
  /** The earlier round of a different result or bye, of colours typed the wrong way round, or after which points were changed. 0 is the time before the first round. */
  round?: number;
  /** A different result or bye, such as 1-0 or H, or changed points, such as +0.5. */
  value?: string;
  /** The boards that were paired first, before somebody left or came. */
  first_paired?: Pair[];
  /** The boards that are in the file instead. */
  then?: Pair[];
};

/** A recorded round, compared with the round that the rules demand. */
export type CheckedRound = {
  /** The number of a round, counted from 1. */
  round: number;
  /** What was found: agrees, differs, no valid pairing, cannot be checked, or is too large to be checked. */
  status: "agrees" | "differs" | "no valid pairing" | "cannot be checked" | "is too large to be checked";
  /** The number of boards. */
  boards: number;
  /** The reason why the round could not be compared. */
  words?: string;
  /** The pairs of the file that the rules do not demand. */
  recorded?: Pair[];
  /** The pairs that the rules demand instead. */
  expected?: Pair[];
  illegal?: Finding[];
  explanation?: Explanation;
  /** A possible cause: a change of facts with which the rest of the round agrees. This was verified by pairing the round again. */
  cause?: {
    changes: Change[];
    /** Other changes, each of which also explains the round. */
    alternatives?: Change[];
    /** The other rounds that the same changes explain. */
    also_explains?: number[];
    /** The changes that come nearest to a cause, if no small change explains the round. */
    nearest?: Change[];
  };
  /** The wishes with which the round was checked, in words. */
  wishes?: string[];
  /** Whether the round also agrees without the wishes. */
  agrees_in_fide_mode?: boolean;
  /** A note about the round in a comment of the file. */
  note?: string;
  /** The people whom the report names. */
  players?: Person[];
};

/** The ranks in the file, compared with the computed standings. */
export type Ranks = {
  checked: false;
  why_not: string;
  /** The tie-breaks of the file that C.07 excludes from the system, in a sentence. */
  remark?: string;
} | {
  checked: true;
  /** The tie-breaks of the file that C.07 excludes from the system, in a sentence. */
  remark?: string;
  tie_breaks: string[];
  rules: string;
  wrong: {
    number: Number;
    name: string;
    /** The rank in the file. */
    recorded: number;
    /** The first rank that would be right. */
    first: number;
    /** The last rank that would be right; participants who are equal may be in any order. */
    last: number;
    /** The participant with that rank from whom the tie-break separates this one; 0 if there is none. */
    beside: number;
    /** The tie-break that separates the two. */
    by: string;
    /** The values of the tie-break for both; empty texts if there is no tie-break. */
    values: string[];
  }[];
};

/** The numbers that the file adds to the totals of the run; a number that is not named is 0. */
export type Counts = Record<string, number>;

/** A tournament that was checked. */
export type CheckedFile = {
  /** The version of this schema. */
  schema?: 1;
  /** The position of the file in the list of all files (jsonl). */
  place?: number;
  file: string;
  adjustments: Adjustment[];
  /** The name of the system, such as dutch. */
  system?: string;
  /** The reason for this choice. */
  why_system?: string;
  /** The edition of the system's rules, which is a year. */
  edition?: string;
  /** The reason for this choice. */
  why_edition?: string;
  /** The reason why the rounds could not be compared. */
  not_comparable?: string;
  other_editions?: {
    edition: string;
    differing: number[];
  }[];
  causes?: {
    /** The fact that is changed, such as the initial-colour or the acceleration. */
    subject: string;
    value: string;
    words: string;
    /** The rounds that still differ after the change. */
    differing: number[];
  }[];
  /** The extent of the search for causes. */
  cause_search?: {
    /** The number of rounds that were paired again. */
    pairings: number;
    /** Whether the search stopped at its limit. */
    stopped: boolean;
    /** The limit of the search, in steps. */
    most_steps: number;
    /** The differing rounds for which no cause was found. */
    unexplained?: number[];
    /** Whether at least half of the rounds differ and no cause explains two of them. */
    by_others?: boolean;
    /** Whether a quarter of the boards of round 1 do not follow the numbers in the file. */
    sorted_anew?: boolean;
    /** Whether round 1 and later ones have no cause, and the first difference in each is one of order or colours. */
    other_numbers?: boolean;
  };
  /** The number of rounds that differ. */
  differing?: number;
  rounds?: CheckedRound[];
  standings?: Ranks;
  /** The exit status of the file alone (jsonl). */
  status?: 0 | 1 | 4;
  counts?: Counts;
};

/** The output of swisscheck --format json. */
export type Check = {
  /** A text or a whole number, which the answer repeats. */
  id?: string | number | null;
  /** The version of this schema. */
  schema: 1;
  /** The number of events that were checked. */
  tournaments: number;
  /** The number of rounds that were paired again. */
  rounds: number;
  /** The number of rounds that do not agree with the rules. */
  differing: number;
  /** The number of files that cannot be read. */
  unreadable: number;
  /** The number of events whose rules this program does not have. */
  not_comparable: number;
  /** The number of events whose ranks were compared. */
  standings?: number;
  /** The number of events whose ranks differ. */
  wrong_standings?: number;
  /** The events, with their rounds; an event that cannot be read is a failure. */
  files: (CheckedFile | Failure)[];
  /** The answer in sentences for people. */
  lines?: string[];
  /** The rounds for people. */
  rounds_in_words?: {
    number: number;
    agrees: boolean;
    /** The status of the round. */
    words: string;
    /** What differs, and possible causes. */
    causes: string[];
    /** The differing boards: White, Black, and recorded or expected. */
    boards: unknown[][];
  }[];
};

/** The question of each kind. */
export interface Questions {
  "about": AskAbout;
  "open": AskOpen;
  "event": AskEvent;
  "pair": AskPair;
  "brackets": AskBrackets;
  "why": AskWhy;
  "why-not": AskWhyNot;
  "what-if": AskWhatIf;
  "judge": AskJudge;
  "standings": AskStandings;
  "why-rank": AskWhyRank;
  "check": AskCheck;
  "page": AskPage;
  "new": AskNew;
  "next-round": AskNextRound;
  "by-hand": AskByHand;
  "enter": AskEnter;
  "away": AskAway;
  "withdraw": AskWithdraw;
  "return": AskReturn;
  "add": AskAdd;
  "edit": AskEdit;
  "swap": AskSwap;
  "boards": AskBoards;
  "describe": AskDescribe;
  "stand-in": AskStandIn;
  "tie-breaks": AskTieBreaks;
  "unpair": AskUnpair;
  "wish": AskWish;
  "exercise": AskExercise;
  "hints": AskHints;
  "forget": AskForget;
}

/** The answer to each kind of question. */
export interface Answers {
  "about": About;
  "open": Opened;
  "event": Event;
  "pair": Pairing;
  "brackets": Brackets;
  "why": Why & { lines: string[] };
  "why-not": WhyNot & { lines: string[] };
  "what-if": WhatIf & { lines: string[] };
  "judge": Judgement & { lines: string[] };
  "standings": Standings & { lines: string[] };
  "why-rank": WhyRank & { lines: string[] };
  "check": Check & { lines: string[] };
  "page": Page;
  "new": Event;
  "next-round": Event & { round: NonNullable<Event["round"]> };
  "by-hand": Event;
  "enter": Event;
  "away": Event;
  "withdraw": Event;
  "return": Event;
  "add": Event;
  "edit": Event;
  "swap": Event;
  "boards": Event;
  "describe": Event;
  "stand-in": Event;
  "tie-breaks": Event;
  "unpair": Event;
  "wish": Event;
  "exercise": Exercise;
  "hints": Hints;
  "forget": Forgotten;
}

/** An answer, or an error, which has these keys and none of the others. */
export type Answered<Answer> = Answer & { error?: string; status?: number; problems?: Problem[] };

export interface Engine {
  /** Answers a question. An error is an answer, too: it has the key `error`. */
  ask<K extends keyof Questions>(question: Questions[K] & { ask: K }): Promise<Answered<Answers[K]>>;
  /** Pairs the next round of an event, or another round. */
  pair(trf: string, values?: Partial<Questions["pair"]>): Promise<Answered<Answers["pair"]>>;
  /** Ends the engine. */
  close(): void;
}

/** Starts an engine. It keeps events until it is closed. */
export function start(): Promise<Engine>;
