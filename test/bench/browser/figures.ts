import type { BrowserContext, CDPSession, Page } from 'playwright-core'

/** Measurements of one page in a browser. */
export type PageFigures = {
  /** Milliseconds from the start of the navigation to the largest paint. */
  lcp: number
  /** Sum of all layout shifts without input. */
  cls: number
  /** Milliseconds from the slowest interaction to its next paint. Browsers count in steps of 8 ms. */
  inp: number
  /** Kilobytes received, with headers, of everything and of JavaScript. */
  transferred: number
  script: number
  /** Milliseconds of CPU of the page's main thread until it is loaded. */
  mainThread: number
}

/** A page that is measured from its first request on. */
type MeasuredPage = {
  page: Page
  /** Whether no request has been running for a number of milliseconds. */
  isCalm: (ms: number) => boolean
  /** Reads what was loaded until now. The first interaction ends the search for the largest paint. */
  loaded: () => Promise<Omit<PageFigures, 'inp' | 'cls'>>
  /** Reads what the interactions caused. */
  used: () => Promise<Pick<PageFigures, 'inp' | 'cls'>>
}

/** Runs in each page before its own scripts. */
const OBSERVE = `
window.figures = { lcp: 0, cls: 0, inp: 0 }
const observe = (type, note, options) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options })
observe('largest-contentful-paint', ({ startTime }) => { figures.lcp = startTime })
observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) figures.cls += value })
observe(
  'event',
  ({ duration, interactionId }) => { if (interactionId) figures.inp = Math.max(figures.inp, duration) },
  { durationThreshold: 16 },
)
`
/** Two frames, after which the observers have all entries of what was painted. */
const PAINTED =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'

type Observed = Pick<PageFigures, 'lcp' | 'cls' | 'inp'>

/** Opens an empty page in a context and starts to count. */
export async function measuredPage(context: BrowserContext): Promise<MeasuredPage> {
  const page = await context.newPage()
  await page.addInitScript(OBSERVE)
  const devTools = await context.newCDPSession(page)
  // The time in which the thread ran, without that in which other programs had its core.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const network = await watchNetwork(devTools)
  const observed = async () => {
    await page.evaluate(PAINTED)
    return page.evaluate<Observed>('figures')
  }
  return {
    page,
    isCalm: network.isCalm,
    async loaded() {
      const { lcp } = await observed()
      const { metrics } = await devTools.send('Performance.getMetrics')
      const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
      return { lcp, mainThread: seconds * 1000, ...network.bytes() }
    },
    async used() {
      const { inp, cls } = await observed()
      return { inp, cls }
    },
  }
}

/** Counts the requests of a page, and the kilobytes that it receives. Sockets are not counted. */
async function watchNetwork(devTools: CDPSession) {
  await devTools.send('Network.enable')
  const running = new Map<string, string>()
  let [transferred, script, lastAt] = [0, 0, performance.now()]
  const end = (requestId: string) => {
    running.delete(requestId)
    lastAt = performance.now()
  }
  devTools.on('Network.requestWillBeSent', ({ requestId, type }) => void running.set(requestId, type ?? ''))
  devTools.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    transferred += encodedDataLength
    if (running.get(requestId) === 'Script') script += encodedDataLength
    end(requestId)
  })
  return {
    isCalm: (ms: number) => running.size === 0 && performance.now() - lastAt > ms,
    bytes: () => ({ transferred: transferred / 1000, script: script / 1000 }),
  }
}
