import { beforeAll, expect, test } from 'vitest'
import { open } from '../support/clients/portal.ts'
import { addManyChoices, MANY } from '../support/fixtures/many-choices.ts'
import { openPortal } from '../support/fixtures/portal.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'acme')

beforeAll(async () => {
  await openPortal(app, tenant, { anonymousPosts: true })
  await addManyChoices(app, tenant)
})

test.each([
  ['', /href="\/@acme\/b\/board-\d+"/g],
  ['/new', /<option value="[\w-]+"/g],
  ['/changelog', /\?label=[\w-]+"/g],
  ['/roadmap', /href="\/@acme\/roadmap\/plan-\d+"/g],
])('/@acme%s has every choice', async (path, choice) => {
  const { status, text } = await open(app, `/@acme${path}`)
  expect(status).toBe(200)
  expect(new Set(text.match(choice)).size).toBeGreaterThanOrEqual(MANY)
})
