import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInstalled, SYSTEM } from '../support/installed.ts'
import { ROOT } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const FOLDER = join(ROOT, 'docs/deploy')

test.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])(
  'every metric in %s is one of the service',
  async (name) => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const metrics = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, metric]) => metric))
    const used = readFileSync(join(FOLDER, name), 'utf8').match(/\b(echolog|nodejs|process)_\w+/g) ?? []
    expect(used.length).toBeGreaterThan(5)
    const series = (metric: string) => metric.replace(/_(bucket|count|sum)$/, '')
    expect(
      [...new Set(used)].filter((metric) => !metrics.has(metric) && !metrics.has(series(metric))),
    ).toEqual([])
  },
)

test.skipIf(!isInstalled('promtool', '--version')).each([
  ['check', 'alerts.yml'],
  ['test', 'alerts.test.yml'],
])('promtool accepts the rules: %s', (command, file) => {
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', file], {
    cwd: FOLDER,
    env: SYSTEM,
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
})
