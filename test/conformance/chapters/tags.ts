import { assertSame, type Chapter } from '../check.ts'
import { assertField, assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { change, make, thingOf } from '../things.ts'

const TAGS = '/api/v3/tags'

/** Contract 4.7: tags. */
export const tags: Chapter = {
  name: 'tags',
  section: '4.7',
  checks: () => [
    { name: 'A tag is created, read, changed and deleted', needs: ['write'], run: useTag },
    { name: 'A second tag of the same name is refused', needs: ['write'], run: refuseTwin },
    { name: 'An invalid color is refused', needs: ['write'], run: refuseColor },
  ],
}

async function useTag(target: Target): Promise<void> {
  const { things, call } = target
  const tag = await make(target, TAGS, { name: things.name('Mobile'), color: '#3366ff' })
  assertSame('the new tag', [tag.name, tag.color], [things.name('Mobile'), '#3366ff'])
  const path = `${TAGS}/${tag.id}`
  await change(target, path, { color: '#112233' })
  await change(target, path, { name: things.name('Desktop') })
  const { id, name, color } = thingOf((await call('GET', path)).body)
  assertSame(
    'the changed tag',
    { id, name, color },
    { id: tag.id, name: things.name('Desktop'), color: '#112233' },
  )
  assertSame('DELETE', (await call('DELETE', path)).body?.success, true)
  things.forget(path)
  assertRefused(await call('GET', path), 404, 'ERROR_CODE_NOT_FOUND')
}

async function refuseTwin(target: Target): Promise<void> {
  const name = target.things.name('Twin')
  await make(target, TAGS, { name })
  const answer = await target.call('POST', TAGS, { body: { name } })
  assertRefused(answer, 422, 'ERROR_CODE_ALREADY_EXISTS')
  assertField(answer, 'name')
}

async function refuseColor({ things, call }: Target): Promise<void> {
  const answer = await call('POST', TAGS, { body: { name: things.name('Odd'), color: 'reddish' } })
  assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM')
  assertField(answer, 'color')
}
