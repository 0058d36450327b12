import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '../support/contract/source-files.ts'

const guide = readFileSync(`${ROOT}docs/scale.md`, 'utf8')

/** The last cell of each row of the tables whose last column is `Shown by`. */
function evidence(): string[] {
  const tables = guide.split(/\n\n+/).filter((block) => /^\|[^\n]*\| Shown by +\|\n/.test(block))
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').at(-2)?.trim() ?? ''),
  )
}

test('every promise about several machines names a test, or states that it was tried by hand', () => {
  const all = evidence()
  expect(all.length).toBeGreaterThan(20)
  const unproven = all.filter((cell) => {
    const [, path] = /^`(test\/[\w/-]+\.test\.ts)`$/.exec(cell) ?? []
    return path === undefined ? !cell.startsWith('by hand') : !existsSync(ROOT + path)
  })
  expect(unproven).toEqual([])
})

test('every setting and command in the guide is documented for operators', () => {
  const operations = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const settings = [...guide.matchAll(/`([A-Z]+(?:_[A-Z]+)+)[`=]/g)].map(([, name = '']) => name)
  expect(settings).toContain('DATABASE_DIRECT_URL')
  const isTestSetting = (name: string) => name.startsWith('TEST_')
  expect(settings.filter((name) => !isTestSetting(name) && !operations.includes(`\`${name}\``))).toEqual([])
})
