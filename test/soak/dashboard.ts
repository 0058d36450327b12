import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { DemoCredentials } from '../../src/seed/demo.ts'
import { temporaryDir } from '../bench/bench-database.ts'
import { startServer, type ServerProcess } from '../bench/server-process.ts'
import { startOptions } from '../bench/start-options.ts'
import { enterConsole, watchFaults } from '../support/browser.ts'
import { chromiumPath } from '../support/chromium-path.ts'
import { ROOT } from '../support/program.ts'
import { isFlat, printSample, summary, type Sample } from './dashboard-report.ts'
import { startDashboardLoad } from './dashboard-load.ts'
import { serverMemory } from './server-memory.ts'

const SAMPLE_MS = 20_000
const PROBE = `${ROOT}test/soak/memory-probe.ts`

/**
 * Keeps the dashboard of the demo open in a browser while posts, votes, comments and deletions arrive, and prints
 * the memory of the page and of the server. Returns whether both stayed flat and the page had no fault.
 */
export async function soakDashboard({ minutes }: { minutes: number }): Promise<boolean> {
  const dataDir = await temporaryDir()
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
    MEMORY_SOCKET: join(dataDir, 'memory.sock'),
  }
  const server = await startServer(`${ROOT}src/main.ts`, settings, [...startOptions(), `--import=${PROBE}`])
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--disable-dev-shm-usage'],
  })
  try {
    const { samples, faults, writes } = await watch(server, browser, { dataDir, minutes })
    process.stdout.write(summary(samples, writes, faults))
    return faults.length === 0 && isFlat(samples)
  } finally {
    await browser.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Run = { dataDir: string; minutes: number }

async function watch(
  server: ServerProcess,
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  { dataDir, minutes }: Run,
) {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoCredentials
  const page = await (await browser.newContext()).newPage()
  const faults = watchFaults(page)
  await enterConsole(page, `${server.url}/console/${demo.organization.slug}`, demo.admin, demo.admin.password)
  await page.getByText('Live', { exact: true }).waitFor()
  const load = startDashboardLoad(server.url, demo.apiKey)
  const pageMemory = await watchPage(page)
  const began = performance.now()
  const samples: Sample[] = []
  try {
    for (let at = 0; at < minutes * 60_000; at = performance.now() - began) {
      const sample = {
        minute: at / 60_000,
        writes: load.writes(),
        ...(await pageMemory()),
        ...(await serverMemory(join(dataDir, 'memory.sock'), server.pid)),
      }
      samples.push(sample)
      process.stdout.write(printSample(sample))
      await page.waitForTimeout(SAMPLE_MS)
    }
  } finally {
    await load.stop()
  }
  return { samples, faults, writes: load.writes() }
}

/** Returns a function that collects the garbage of a page and returns its memory. */
async function watchPage(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable')
  return async () => {
    await devTools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devTools.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
    return { page: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes'), listeners: of('JSEventListeners') }
  }
}
