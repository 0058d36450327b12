import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELP, readOptions } from '../bench/options.ts'
import { ratioTable } from '../bench/ratio-table.ts'
import type { Measurement } from '../bench/rounds.ts'
import { backlogTable } from '../bench/sections/versions.ts'
import { startOptions } from '../bench/start-options.ts'
import type { Target } from '../bench/targets.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'echolog-version-'))
  for (const path of ['src', 'node_modules']) mkdirSync(join(folder, path))
  for (const path of ['src/main.ts', 'src/cli.ts']) writeFileSync(join(folder, path), '')
  const scripts = { start: 'exec node --of-start src/main.ts', cli: 'exec node --of-cli src/cli.ts' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('--against names the folder of another version, and the help explains it', () => {
  expect(readOptions(['--against', folder, '--quick']).against).toBe(folder)
  expect(readOptions([]).against).toBeUndefined()
  expect(HELP).toContain('--against <folder>')
})

test('--against rejects a folder without an installed version, and options that a comparison has not', () => {
  expect(() => readOptions(['--against', join(folder, 'src')])).toThrow('it has no src/main.ts')
  for (const other of [['--only', 'reads'], ['--cache'], ['--profile']])
    expect(() => readOptions(['--against', folder, ...other])).toThrow('--against does not go with')
})

test('a version is started with the options of its own scripts', () => {
  expect(startOptions(folder)).toEqual(['--of-start'])
  expect(startOptions(folder, 'cli')).toEqual(['--of-cli'])
  expect(startOptions()).toContain('--expose-gc')
})

test('the report has both versions, and the ratios of each round', () => {
  const target = (name: string, limit?: Target): Target => ({
    ...{ name, bar: '', path: '/', headers: {}, server: {} as Target['server'] },
    ...(limit && { limit }),
  })
  const measured = (throughput: number, cpu: number): Measurement => ({
    ...{ throughput, cpu, postgres: 0, load: 0, p50: 0, p99: 0 },
  })
  const before = target('a post: before')
  const other = target('a list: before')
  const report = ratioTable(
    'Requests',
    '',
    new Map([
      [other, [measured(1, 1)]],
      [before, [measured(100, 4)]],
      [target('a post: after', before), [measured(150, 2)]],
    ]),
  )
  expect(report).toMatch(/\| a post: after \| {2}\| 1\.50 \(1\.50–1\.50\) \| 2\.00 \(2\.00–2\.00\) \| 150 \|/)
})

test('deliveries of two versions are compared round by round', () => {
  const report = backlogTable(
    [
      { rate: 100, cpu: 300 },
      { rate: 1_000, cpu: 30 },
    ],
    [
      { rate: 200, cpu: 100 },
      { rate: 2_000, cpu: 10 },
    ],
  )
  expect(report).toContain('| before | 1.00 (1.00–1.00) | 1.00 (1.00–1.00) |')
  expect(report).toContain('| after | 2.00 (2.00–2.00) | 3.00 (3.00–3.00) |')
})
