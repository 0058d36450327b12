import { useState } from 'react'
import texts from '../../messages/en/dashboard.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Bars, type Bar } from '../../ui/bars.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Figure } from '../../ui/figure.tsx'
import type { Activity } from './activity.ts'
import styles from './activity-tile.module.css'
import type { Days } from './days.ts'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'

const t = messagesOf(texts)
const METRICS = ['votes', 'posts', 'comments'] as const
type Metric = (typeof METRICS)[number]
const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'short', day: 'numeric', month: 'short' })

type ActivityTileProps = { activity: Activity | null | undefined; isFailed: boolean; days: Days }

/** New votes, posts or comments of each day, beside the period before. */
export function ActivityTile({ activity, isFailed, days }: ActivityTileProps) {
  const [metric, setMetric] = useState<Metric>('votes')
  const [pointed, setPointed] = useState<Bar | null>(null)
  const options = METRICS.map((value) => ({ value, label: t(`activity.${value}`) }))
  const choice = (
    <Choice<Metric> name={t('activity.metric')} options={options} value={metric} onChange={setMetric} />
  )
  const bars = activity ? barsOf(activity, metric) : []
  const total = activity?.total[metric]
  const before = activity?.previousTotal[metric] ?? 0
  const sentence = t('activity.sentence', {
    metric: t(`activity.${metric}`),
    total: total ?? 0,
    today: bars.at(-1)?.value ?? 0,
    before,
    days,
  })
  return (
    <Tile title={t('activity.title')} aside={choice}>
      <p className={styles.sum}>
        <Figure value={total} size="large" />
        <span>
          {pointed
            ? t('activity.point', { ...pointed })
            : total !== undefined && comparison(total, before, days)}
        </span>
      </p>
      {activity ? (
        <>
          <Bars bars={bars} sentence={sentence} onPoint={setPointed} />
          <Table bars={bars} caption={t(`activity.${metric}`)} />
        </>
      ) : (
        <Unread rows={4.5} isFailed={isFailed} />
      )}
    </Tile>
  )
}

/** The same numbers for those who cannot see the chart. */
function Table({ bars, caption }: { bars: readonly Bar[]; caption: string }) {
  return (
    <details className={styles.table}>
      <summary>{t('activity.table')}</summary>
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('activity.day')}</th>
            <th scope="col">{t('activity.now')}</th>
            <th scope="col">{t('activity.before')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, before }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value}</td>
              <td>{before}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function barsOf({ periods, previousPeriods }: Activity, metric: Metric): Bar[] {
  return periods.map((period, index) => ({
    label: DAY.format(new Date(period.from)),
    value: period[metric],
    before: previousPeriods[index]?.[metric] ?? 0,
  }))
}

function comparison(total: number, before: number, days: Days): string {
  if (before === 0) return t('activity.none', { days })
  const percent = Math.round((Math.abs(total - before) / before) * 100)
  if (percent === 0) return t('activity.same', { days })
  return t(total > before ? 'activity.more' : 'activity.less', { percent, days })
}
