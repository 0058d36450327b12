import { median } from '../bench/report.ts'

/** Memory in MB at a minute of the run, after a collection of the garbage of the page and of the server. */
export type Sample = {
  minute: number
  /** Number of writes until then. */
  writes: number
  /** Heap of the page. */
  page: number
  nodes: number
  listeners: number
  /** Live heap of the server. */
  heap: number
  external: number
  malloc: number
  /** Resident memory of the server before the collection. */
  resident: number
}

type Measure = keyof typeof MEASURES

/**
 * Each measure, with the maximum growth in percent over the second half of the run. Resident memory varies with the
 * time of the last collection.
 */
const MEASURES = {
  page: { name: 'page: live heap, MB', most: 3 },
  nodes: { name: 'page: DOM nodes', most: 5 },
  listeners: { name: 'page: listeners', most: 5 },
  heap: { name: 'server: live heap, MB', most: 3 },
  external: { name: 'server: external, MB', most: 5 },
  malloc: { name: 'server: outside of the heap, MB', most: 5 },
  resident: { name: 'server: resident, MB', most: 5 },
} as const

/** The measures of one line. */
export const printSample = ({ minute, writes, ...of }: Sample): string =>
  `${minute.toFixed(1).padStart(6)} min  page ${of.page.toFixed(2)} MB, ${of.nodes} nodes, ${of.listeners} listeners  ` +
  `server heap ${of.heap.toFixed(2)}  external ${of.external.toFixed(1)}  malloc ${of.malloc.toFixed(1)}  ` +
  `resident ${of.resident.toFixed(0)} MB  writes ${writes}\n`

type Trend = {
  /** Median of the second half. */
  middle: number
  /** Growth over the second half, in percent of the median. */
  growth: number
  /** The same for each write, in bytes, of a measure in MB. */
  perWrite: number
  isFlat: boolean
}

/**
 * The trend of the second half: the Theil–Sen slope, the median of the slopes between all pairs of samples, which
 * single spikes do not move. A measure is flat if the slope times the half grows no more than its maximum.
 */
function trendOf(samples: Sample[], name: Measure): Trend {
  const half = samples.slice(Math.floor(samples.length / 2))
  const slopes = half.flatMap((one, index) =>
    half.slice(index + 1).map((other) => (other[name] - one[name]) / (other.minute - one.minute)),
  )
  const [first, last] = [half[0], half.at(-1)]
  const middle = median(half.map((sample) => sample[name]))
  if (!first || !last || slopes.length === 0) return { middle, growth: NaN, perWrite: NaN, isFlat: false }
  const grown = median(slopes) * (last.minute - first.minute)
  const growth = (grown / middle) * 100
  const perWrite = (grown * 2 ** 20) / (last.writes - first.writes)
  return { middle, growth, perWrite, isFlat: growth <= MEASURES[name].most }
}

const names = Object.keys(MEASURES) as Measure[]

/** Whether every measure is flat. */
export const isFlat = (samples: Sample[]): boolean => names.every((name) => trendOf(samples, name).isFlat)

/** The run as a table. */
export function summary(samples: Sample[], writes: number, faults: string[]): string {
  const rows = names.map((name) => {
    const { middle, growth, perWrite, isFlat } = trendOf(samples, name)
    const bytes = MEASURES[name].name.endsWith('MB') ? perWrite.toFixed(0) : ''
    const first = samples[0]?.[name] ?? NaN
    return `| ${MEASURES[name].name} | ${first.toFixed(1)} | ${middle.toFixed(1)} | ${growth.toFixed(1)} % | ${MEASURES[name].most} % | ${bytes} | ${isFlat ? 'flat' : '**grows**'} |`
  })
  return [
    '',
    `Dashboard for ${samples.at(-1)?.minute.toFixed(1) ?? 0} minutes, ${writes} writes, ${faults.length} faults of the page.`,
    'Growth is the Theil–Sen slope over the second half of the run times its length.',
    '',
    '| | at first | second half | growth | flat up to | bytes a write | |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    ...faults.slice(0, 10),
    '',
  ].join('\n')
}
