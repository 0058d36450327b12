import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { unannouncedChanges } from '../support/contract/schema-changes.ts'
import { ROOT } from '../support/contract/source-files.ts'

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')

/** The schema of the last release, which the first one writes. */
const LAST = 'docs/releases/schema.graphql'

test('no change since the last release breaks clients, unless the changelog has its path', async () => {
  const present = read('schema.graphql')
  const released = existsSync(ROOT + LAST) ? read(LAST) : present
  const changes = await unannouncedChanges(released, present, read('docs/CHANGELOG.md'))
  expect(changes, 'deprecate it for a minor version first').toEqual([])
})

const RELEASED = `
  type Query { post(by: PostBy!): Post  posts(first: Int, page: Int @deprecated(reason: "Use first.")): [Post!]!  node: Node }
  interface Node { id: ID! }
  input PostBy { id: ID, number: Int @deprecated(reason: "Use id.") }
  type Post implements Node { id: ID!  title: String  votes: Int! @deprecated(reason: "Use votesCount.")  color: Color
    mood: Mood @deprecated(reason: "Unused.") }
  enum Color { RED  BLUE  PINK @deprecated(reason: "Unused.") }
  type Mood { name: String!  shade: Shade }
  type Shade { mood: Mood }
`
/** Without a type whose only use was deprecated, and the type that only it used. */
const WITHOUT_MOOD = RELEASED.replace('mood: Mood @deprecated(reason: "Unused.")', '').replace(
  /type (Mood|Shade) .*/g,
  '',
)
const problems = async (from: string, to: string, changelog = '') => {
  expect(RELEASED).toContain(from)
  const changes = await unannouncedChanges(RELEASED, RELEASED.replace(from, to), changelog)
  return changes.map((line) => line.split(':')[0])
}

describe('breaks clients', () => {
  test.each([
    ['a removed field', 'title: String ', '', 'Post.title'],
    ['a renamed field', 'title: String', 'name: String', 'Post.title'],
    ['a new required argument', 'posts(first: Int,', 'posts(first: Int, all: Boolean!,', 'Query.posts.all'],
    ['a removed argument', 'first: Int,', '', 'Query.posts.first'],
    ['an argument that is now required', 'first: Int,', 'first: Int!,', 'Query.posts.first'],
    ['a field of another type', 'title: String', 'title: Int', 'Post.title'],
    ['a field that is now nullable', '[Post!]!', '[Post!]', 'Query.posts'],
    ['a new required field of an input', 'id: ID,', 'id: ID, slug: String!,', 'PostBy.slug'],
    ['a removed field of an input', 'id: ID,', '', 'PostBy.id'],
    ['a removed enum value', 'RED', '', 'Color.RED'],
    ['a type that leaves an interface', ' implements Node', '', 'Post'],
  ])('%s', async (_name, from, to, path) => {
    expect(await problems(from, to)).toEqual([path])
    expect(await problems(from, to, `## [Unreleased]\n\n- \`${path}\` is different.\n`)).toEqual([])
  })

  test('a removed type with a use that was not deprecated', async () => {
    const older = RELEASED.replace('type Query {', 'type Query { shade: Shade')
    const lines = await unannouncedChanges(older, WITHOUT_MOOD, '')
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(['Mood', 'Query.shade', 'Shade'])
  })
})

describe('breaks no client', () => {
  test.each([
    ['an added field', 'title: String', 'title: String  body: String'],
    ['an added optional argument', 'first: Int,', 'first: Int, last: Int,'],
    ['an added input', 'type Mood', 'input MoodBy @oneOf { name: String, id: ID } type Mood'],
    ['an added enum value', 'RED', 'RED GREEN'],
    ['a field that is now required', 'title: String', 'title: String!'],
    ['a deprecation', 'title: String', 'title: String @deprecated(reason: "Use name.")'],
    ['a description', 'type Mood', '"A mood." type Mood'],
    ['a removed field that was deprecated', 'votes: Int! @deprecated(reason: "Use votesCount.")', ''],
    ['a removed argument that was deprecated', 'page: Int @deprecated(reason: "Use first.")', ''],
    ['a removed input field that was deprecated', 'number: Int @deprecated(reason: "Use id.")', ''],
    ['a removed enum value that was deprecated', 'PINK @deprecated(reason: "Unused.")', ''],
  ])('%s', async (_name, from, to) => {
    expect(await problems(from, to)).toEqual([])
  })

  test('a removed type whose uses were deprecated', async () => {
    expect(await unannouncedChanges(RELEASED, WITHOUT_MOOD, '')).toEqual([])
  })
})

test('only the unreleased section of the changelog announces a change', async () => {
  const changelog = '## [Unreleased]\n\n- More.\n\n## [1.0.0]\n\n- `Post.title` is removed.\n'
  expect(await problems('title: String ', '', changelog)).toEqual(['Post.title'])
})
