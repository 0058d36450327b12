import type { Random } from '../../../src/seed/random.ts'
import type { Json } from '../../support/json.ts'
import type { Call } from '../caller.ts'
import type { Thing } from '../thing.ts'

/** A write, the resulting state and the recorded events. */
export type Write = { call: Call; state: string; events: string[] }

/** A kind of object that the load creates, changes, reads and deletes. */
export type Kind = {
  name: string
  /** A marker that no other object has. */
  marker(number: number): string
  create(thing: Thing): Write
  /** Reads the id from the response to the creation. */
  idOf(body: Json): number
  change(thing: Thing): Write
  /** The deletion of an object, or null for objects that are not deleted. */
  remove: ((thing: Thing) => Write) | null
  read(thing: Thing): Call
  /** The state in a 2xx response. */
  stateOf(body: Json): string
  /** A list of such objects, or null when readers request none. */
  list: ((random: Random) => ListRead) | null
  /**
   * A statement that reads `marker`, `state` and `id` of all such objects of organization $1 from the
   * database.
   */
  stored: string
}

export type ListRead = {
  call: Call
  /** Tests whether the list must contain an object. Null for a list whose content is not known in advance. */
  holds: ((thing: Thing) => boolean) | null
  statesOf: (body: Json) => string[]
}

/** The text of an object's next state. */
export const nextText = ({ marker, steps }: Thing) => `${marker} v${steps.length - 1}`
