import { useState } from 'react'
import styles from './bars.module.css'

export type Bar = { label: string; value: number; before: number }
type BarsProps = {
  bars: readonly Bar[]
  /** Sentence that replaces the chart for screen readers. */
  sentence: string
  /** Receives the bar under the pointer, or null. */
  onPoint: (bar: Bar | null) => void
}

/** Bar chart, with the values of the period before as a dashed line. */
export function Bars({ bars, sentence, onPoint }: BarsProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const most = Math.max(1, ...bars.flatMap(({ value, before }) => [value, before]))
  const point = (index: number | null) => {
    setPointed(index)
    onPoint(index === null ? null : (bars[index] ?? null))
  }
  const line = bars.map(({ before }, index) => `${index + 0.5},${(1 - before / most) * 100}`).join(' ')
  return (
    <figure className={styles.chart} role="img" aria-label={sentence} onPointerLeave={() => point(null)}>
      <div className={styles.bars} aria-hidden>
        {bars.map(({ label, value }, index) => (
          <div key={label} onPointerEnter={() => point(index)} data-pointed={pointed === index || undefined}>
            <i style={{ height: `${Math.max((value / most) * 100, value > 0 ? 2 : 0)}%` }} />
          </div>
        ))}
      </div>
      <svg viewBox={`0 0 ${Math.max(1, bars.length)} 100`} preserveAspectRatio="none" aria-hidden>
        <polyline points={line} />
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
    </figure>
  )
}
