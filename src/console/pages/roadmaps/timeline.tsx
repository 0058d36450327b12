import { useClient } from 'urql'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Scroller } from '../../ui/scroller.tsx'
import { Status } from '../../ui/status.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Roadmap, RoadmapPost } from './documents.ts'
import { monthName, monthOf, monthsOf, shortMonth, thisMonth } from './months.ts'
import { PLAN_POST } from './post-documents.ts'
import { PostLink } from './post-link.tsx'
import { problemOf } from './problem-of.ts'
import styles from './timeline.module.css'

const t = messagesOf(texts)
const MONTHS_AHEAD = 5

type TimelineProps = {
  roadmap: Roadmap
  posts: readonly RoadmapPost[]
  readAgain: () => Promise<unknown>
}

/** Posts of a roadmap in the months for which they are planned. */
export function Timeline({ roadmap, posts, readAgain }: TimelineProps) {
  const client = useClient()
  const months = monthsOf(
    posts.map(({ plannedFor }) => plannedFor),
    MONTHS_AHEAD,
  )
  const plan = async (postId: string, plannedFor: string | null) => {
    const planning = client.mutation(PLAN_POST, { id: roadmap.id, postId, plannedFor }).toPromise()
    const problem = problemOf(await planning)
    if (problem !== null) toast({ text: problem, tone: 'bad' })
    await readAgain()
  }
  return (
    <Scroller className={styles.scroll} role="region" aria-label={t('timeline.name')} tabIndex={0}>
      <table className={styles.table}>
        <Head months={months} />
        <tbody>
          {inOrder(posts).map((row) => (
            <Row key={row.post.id} row={row} months={months} onPlan={(day) => void plan(row.post.id, day)} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function Head({ months }: { months: readonly number[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('list.post')}</th>
        <th scope="col">{t('timeline.day')}</th>
        {months.map((month, index) => (
          <th key={month} scope="col" data-now={month === thisMonth() || undefined}>
            <span aria-hidden>
              {shortMonth(month)}
              {(index === 0 || month % 12 === 0) && <small> {Math.floor(month / 12)}</small>}
            </span>
            <span className="hidden">{monthName(month)}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps = { row: RoadmapPost; months: readonly number[]; onPlan: (day: string | null) => void }

function Row({ row: { post, plannedFor }, months, onPlan }: RowProps) {
  const { id, title, status } = post
  return (
    <tr>
      <th scope="row">
        <PostLink id={id}>{title}</PostLink>
      </th>
      <td>
        <input
          key={plannedFor}
          type="date"
          aria-label={t('timeline.planned', { title })}
          defaultValue={plannedFor ?? ''}
          onBlur={({ currentTarget: { value, validity } }) => {
            const day = value === '' ? null : value
            if (validity.valid && day !== plannedFor) onPlan(day)
          }}
        />
      </td>
      {months.map((month) => (
        <td key={month} data-now={month === thisMonth() || undefined}>
          {plannedFor !== null && monthOf(plannedFor) === month && (
            <span className={styles.mark} style={{ borderColor: status.color }} dir="auto">
              <Status name={status.name} color={status.color} />
            </span>
          )}
        </td>
      ))}
    </tr>
  )
}

/** By the day of their plan, those without one last. */
function inOrder(posts: readonly RoadmapPost[]): readonly RoadmapPost[] {
  const day = ({ plannedFor }: RoadmapPost) => plannedFor ?? '9999-99'
  return posts.toSorted((one, other) => day(one).localeCompare(day(other)))
}
