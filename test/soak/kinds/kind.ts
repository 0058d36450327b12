import type { Random } from '../../../src/seed/random.ts'
import type { Call, Json } from '../caller.ts'
import type { Thing } from '../thing.ts'

/** A write, the state it leads to and the events it records. */
export type Write = { call: Call; state: string; events: string[] }

/** A kind of things that the load creates, changes, reads and removes. */
export type Kind = {
  name: string
  /** A marker that no other thing has. */
  marker(number: number): string
  create(thing: Thing): Write
  /** Reads the id from the answer to the creation. */
  idOf(body: Json): number
  change(thing: Thing): Write
  /** Null where such a thing is not removed. */
  remove: ((thing: Thing) => Write) | null
  read(thing: Thing): Call
  /** The state that an answer with 2xx shows. */
  stateOf(body: Json): string
  /** A list of such things, where readers ask for one. */
  list: ((random: Random) => ListRead) | null
  /** A statement that reads `marker`, `state` and `id` of all such things of organization $1 from the database. */
  stored: string
}

export type ListRead = {
  call: Call
  /** Which things the list holds all of; null where it holds some that are not known beforehand. */
  holds: ((thing: Thing) => boolean) | null
  statesOf(body: Json): string[]
}

/** The text of a thing's next state. */
export const nextText = ({ marker, steps }: Thing) => `${marker} v${steps.length - 1}`
