import { afterEach, test } from 'vitest'
import { expectRecording } from './compare.ts'
import { createWorld, type Area, type World } from './world.ts'

/** Directory of the recordings. */
export const RECORDED = new URL('../../rest/recorded/', import.meta.url)

/** Time that one scenario may take on a loaded machine. */
const TIMEOUT_MS = 600_000

/** Defines one test for each area: it plays the scenario and compares every answer with the recording. */
export function playAreas(areas: readonly Area[]): void {
  let world: World | undefined
  afterEach(async () => {
    await world?.stop()
    world = undefined
  })
  test.each(areas)(
    'every answer of $name is that of the recording',
    async ({ name, play }) => {
      world = await createWorld()
      await play(world)
      const preface = [
        'Headers of every answer, unless an entry adds (+) or lacks (-) one:',
        ...world.commonHeaders(),
      ]
      const recording = { preface: preface.join('\n'), entries: world.exchanges }
      expectRecording(new URL(`${name}.txt`, RECORDED), recording)
    },
    TIMEOUT_MS,
  )
}
