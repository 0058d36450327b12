import { afterAll, beforeAll, expect, test } from 'vitest'
import { tools } from '../../src/mcp/tools.ts'
import { connectAgent, type Agent } from '../support/clients/mcp.ts'
import { submit } from '../support/fixtures/people.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let agent: Agent

beforeAll(async () => {
  await submit(app, tenant.key, 'A post')
  agent = await connectAgent(app, tenant.key)
})
afterAll(() => agent.close())

type Property = { type?: string; enum?: string[]; items?: { enum?: string[] } }

/** Values that every text refuses, and lists with one. */
const refused = ({ type, items, enum: texts }: Property): [unknown, string][] => {
  const nul = 'contains a NUL character'
  if (type !== 'array') return type === 'string' && !texts ? [['a\0b', nul]] : []
  const [one] = items?.enum ?? []
  const many: [unknown, string] = [Array(501).fill(one ?? 'x'), 'must contain at most 500 items']
  return one === undefined ? [[['a\0'], nul], many] : [many]
}

/** Valid arguments of a tool that needs some. */
function neededOf({ input }: (typeof tools)[number]): Record<string, unknown> {
  const properties = input.properties as Record<string, Property>
  const sample = ({ type, enum: texts }: Property) => texts?.[0] ?? (type === 'array' ? ['x'] : 'post_1')
  return Object.fromEntries(
    ((input.required ?? []) as string[]).map((name) => [name, sample(properties[name] ?? {})]),
  )
}

test.each(tools.map((tool) => [tool.name, tool] as const))(
  'every text of %s refuses a NUL character, and every list 501 items',
  async (name, tool) => {
    for (const [argument, property] of Object.entries(tool.input.properties as Record<string, Property>))
      for (const [value, problem] of refused(property))
        expect((await agent.call(name, { ...neededOf(tool), [argument]: value })).error).toContain(
          `INVALID_PARAM: "${argument}" ${problem}`,
        )
  },
)

test('an argument and a tool that do not exist are named as sent, and shortly', async () => {
  const error = async (args: object) => (await agent.call('create_post', { title: 'x', ...args })).error
  for (const name of ['customerEmail', 'constructor', 'toString'])
    expect(await error({ [name]: 'x' })).toBe(`INVALID_PARAM: "${name}" is no argument of create_post.`)
  const long = '\u{1f600}'.repeat(1_000)
  const cut = `"${'\u{1f600}'.repeat(40)}"`
  expect(await error({ [long]: 'x' })).toBe(`INVALID_PARAM: ${cut} is no argument of create_post.`)
  await expect(agent.call(`\u202e${long}`)).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(`: ${cut}$`),
  })
  const id = `a${'\u{1f600}'.repeat(50)}`
  expect((await agent.call('get_post', { id })).error).toMatch(/: a\u{1f600}{39}…\.$/u)
})

test('an error is short, however much is wrong', async () => {
  const tags = Array(500).fill(1)
  expect((await agent.call('search_posts', { tags })).error?.length).toBeLessThan(650)
})
