import { createHash } from 'node:crypto'
import { Kind, parse, print, type DefinitionNode } from 'graphql'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { PageVisitor } from '../support/clients/page-visitor.ts'
import { givePassword, PASSWORD } from '../support/clients/sessions.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const production = useApp({ production: true })
const tenantThere = useTenant(production)
let document: string

beforeAll(async () => {
  const page = await (await fetch(`${app.url}/graphql`, { headers: { Accept: 'text/html' } })).text()
  const [, literal = '""'] = /"defaultQuery":("(?:[^"\\]|\\.)*")/.exec(page) ?? []
  document = JSON.parse(literal) as string
})

const isOperation = (part: DefinitionNode) => part.kind === Kind.OPERATION_DEFINITION
const nameOf = (part: DefinitionNode) => ('name' in part ? part.name?.value : undefined)

/** Returns the document that GraphiQL sends to run one operation: without the others, with all fragments. */
function documentOf(name: string): string {
  const { kind, definitions } = parse(document)
  const sent = definitions.filter((part) => !isOperation(part) || nameOf(part) === name)
  return print({ kind, definitions: sent })
}

const run = async (name: string) => (await app.graphql(documentOf(name), {}, tenant.key)).body

test('GraphiQL opens with operations that an API key may run', async () => {
  expect(document).toContain('# Sign in')
  const names = parse(document).definitions.filter(isOperation).map(nameOf)
  expect(names).toEqual(['LatestPosts', 'SearchPosts', 'CreatePost', 'LatestEvents', 'FollowEvents'])

  const followed = await readEvents(app, documentOf('FollowEvents'), tenant.key)
  expect(await run('LatestPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('SearchPosts')).toEqual({ data: { posts: { totalCount: 0, nodes: [] } } })
  expect(await run('CreatePost')).toMatchObject({
    data: { createPost: { post: { title: 'My first post' }, errors: [] } },
  })
  const post = { title: 'My first post', votesCount: 1 }
  const event = { type: 'POST_CREATED', snapshot: post }
  const node = { ...event, actor: { kind: 'API_KEY' }, changes: [], post }
  expect(await run('LatestEvents')).toMatchObject({ data: { events: { totalCount: 1, nodes: [node] } } })
  await followed.received(1)
  expect(followed.results()).toMatchObject([{ data: { events: event } }])
  followed.close()
})

test('GraphiQL at /graphql is not for production, also with a session', async () => {
  await givePassword(production, [tenantThere.admin])
  const visitor = new PageVisitor(production)
  await visitor.signIn(tenantThere.admin.email, PASSWORD)
  expect((await visitor.open('/graphql')).text).not.toContain('<!doctype html>')
})

test('GraphiQL of the console is for the team of its organization, in production too', async () => {
  const { slug } = tenantThere.organization
  const address = `/console/${slug}/developers/graphiql`
  const signIn = `/sign-in?return_to=${encodeURIComponent(address)}`
  const member = await tenantThere.member('collaborator')
  await givePassword(production, [tenantThere.admin, member])
  const visitor = new PageVisitor(production)
  expect(await visitor.open(address)).toMatchObject({ status: 303, location: signIn })
  for (const person of [tenantThere.admin, member]) {
    await visitor.signIn(person.email, PASSWORD)
    const { status, headers, text } = await visitor.open(address)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const script = text.slice(text.indexOf('<script>') + 8, text.lastIndexOf('</script>'))
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await visitor.open(address, { 'Sec-Fetch-Dest': 'iframe' })).toMatchObject({ status: 403 })
  }
  const other = '/console/other-organization/developers/graphiql'
  expect(await visitor.open(other)).toMatchObject({ status: 303 })
  await visitor.submit({ action: '/session/end', fields: {} })
  expect(await visitor.open(address)).toMatchObject({ status: 303, location: signIn })
})

test('GraphiQL of the console is not for customers', async () => {
  const key = new TextEncoder().encode(tenantThere.ssoKey)
  const claims = new SignJWT({ email: 'cleo@people.example' }).setProtectedHeader({ alg: 'HS256' })
  const token = await claims.setExpirationTime('5 minutes').sign(key)
  const visitor = new PageVisitor(production)
  await visitor.open(`/@${tenantThere.organization.slug}/sso?token=${token}`)
  expect(visitor.cookie).not.toBe('')
  const address = `/console/${tenantThere.organization.slug}/developers/graphiql`
  expect(await visitor.open(address)).toMatchObject({ status: 303 })
})
