import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../src/seed/random.ts'
import type { Caller } from './caller.ts'
import { isScheduled } from './kinds/changelogs.ts'
import type { Kind, Write } from './kinds/kind.ts'
import type { Ledger } from './ledger.ts'
import { newThing, takeStep, type Thing } from './thing.ts'

type Surroundings = { caller: Caller; ledger: Ledger; things: Thing[]; isRunning: () => boolean }

/**
 * Creates an object, changes it several times and may delete it. After an unknown outcome the object is not
 * used any more, because the write may still be executed.
 */
export async function writeThing(
  surroundings: Surroundings,
  kind: Kind,
  marker: string,
  random: Random,
): Promise<void> {
  const { things, isRunning } = surroundings
  const thing = newThing(kind.name, marker)
  const pause = () => sleep(random.integer(100, 500))
  const take = ({ call, ...step }: Write) => takeStep(surroundings, thing, call, step)
  things.push(thing)
  const created = await take(kind.create(thing))
  if (created.outcome === 'done') thing.id = kind.idOf(created.body)
  if (created.outcome !== 'done' || isScheduled(thing)) return
  for (let changes = random.integer(0, 3); changes > 0 && isRunning(); changes--) {
    await pause()
    if ((await take(kind.change(thing))).outcome === 'unknown') return
  }
  await pause()
  if (kind.remove && random.chance(0.3)) await take(kind.remove(thing))
}
