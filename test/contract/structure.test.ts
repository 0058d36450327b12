import { posix } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../support/contract/source-files.ts'

const paths = sourceFiles('src', 'rest-compat').filter(({ path }) => path.endsWith('.ts'))
/** Imports between files, those of types included. */
const imports = paths.flatMap(({ path, text }) =>
  ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from: path, to: posix.join(posix.dirname(path), fileName) })),
)

/** The room of a path: the child of `folder` that contains it. Null outside of the folder. */
type RoomOf = (path: string) => string | null

const inFolder =
  (folder: string): RoomOf =>
  (path) =>
    path.startsWith(folder) ? (path.slice(folder.length).split(/[/.]/)[0] ?? null) : null
/** The child folder alone: files beside the folders are for all of them. */
const inFoldersOf =
  (folder: string): RoomOf =>
  (path) =>
    path.startsWith(folder) && path.includes('/', folder.length)
      ? path.slice(folder.length, path.indexOf('/', folder.length))
      : null
const inHouse: RoomOf = (path) => /^(src\/[^/.]+|rest-compat)/.exec(path)?.[1] ?? null

/** `imports` bounds those between files of different rooms. */
type Bounds = { rooms: number; arrows: number; imports?: number; bothWays: string[] }

/** Bounds of each level: the present numbers. A change that lowers one lowers its bound. */
const LEVELS: [name: string, roomOf: RoomOf, bounds: Bounds][] = [
  ['the house', inHouse, { rooms: 20, arrows: 85, bothWays: [] }],
  ['src/server', inFolder('src/server/'), { rooms: 7, arrows: 13, bothWays: [] }],
  ['src/graphql', inFolder('src/graphql/'), { rooms: 9, arrows: 11, bothWays: [] }],
  ['src/lib', inFolder('src/lib/'), { rooms: 13, arrows: 12, bothWays: [] }],
  ['src/db', inFoldersOf('src/db/'), { rooms: 10, arrows: 9, imports: 17, bothWays: [] }],
  ['src/portal', inFoldersOf('src/portal/'), { rooms: 9, arrows: 17, imports: 279, bothWays: [] }],
]

describe.each(LEVELS)('%s', (_name, roomOf, bounds) => {
  const rooms = new Set(paths.map(({ path }) => roomOf(path)).filter((room) => room !== null))
  const between = imports.flatMap(({ from, to }) => {
    const [one, other] = [roomOf(from), roomOf(to)]
    return one && other && one !== other ? [[`${one} → ${other}`, [one, other] as const] as const] : []
  })
  const arrows = new Map(between)

  test(`has at most ${bounds.rooms} rooms`, () => {
    expect(rooms.size, [...rooms].join(' ')).toBeLessThanOrEqual(bounds.rooms)
  })

  test(`has at most ${bounds.arrows} arrows`, () => {
    expect(arrows.size, [...arrows.keys()].join('\n')).toBeLessThanOrEqual(bounds.arrows)
    expect(between.length).toBeLessThanOrEqual(bounds.imports ?? Infinity)
  })

  test('has no new arrow that leads both ways', () => {
    const both = [...arrows.values()].filter(([from, to]) => from < to && arrows.has(`${to} → ${from}`))
    const pairs = both.map((pair) => pair.join(', '))
    expect(pairs.filter((pair) => !bounds.bothWays.includes(pair))).toEqual([])
  })
})

/** Arrows that must not exist. */
const FORBIDDEN: [name: string, from: RegExp, to: RegExp][] = [
  ['graphql imports no module', /^src\/graphql\//, /^src\/modules\//],
  [
    'only the application and the services import rest-compat',
    /^src\/(?!server\/(http\/app|lifecycle\/services)\.ts)/,
    /^rest-compat\//,
  ],
  ['delivery imports nothing of the server', /^src\/delivery\//, /^src\/server\//],
  [
    'only the job that starts the worker imports delivery in the server',
    /^src\/server\/(?!jobs\/start-worker\.ts)/,
    /^src\/delivery\//,
  ],
]

test.each(FORBIDDEN)('%s', (_name, from, to) => {
  const found = imports.filter((one) => from.test(one.from) && to.test(one.to))
  expect(found.map((one) => `${one.from} imports ${one.to}`)).toEqual([])
})

test('the prefix of a credential is in one file', () => {
  // The console imports nothing of the program.
  const files = paths.filter(({ path }) => !path.startsWith('src/console/'))
  const prefixes = files.flatMap(({ path, text }) =>
    [...text.matchAll(/'(fo[a-z]{2,3}_)'|\/.*\b(fo[a-z]{2,3}_).*\//g)]
      .map(([, literal, pattern]) => literal ?? pattern)
      .map((prefix) => ({ path, prefix })),
  )
  const byPrefix = Map.groupBy(prefixes, ({ prefix }) => prefix)
  expect([...byPrefix.keys()]).toContain('foot_')
  expect([...byPrefix.values()].filter((found) => found.length > 1)).toEqual([])
})
