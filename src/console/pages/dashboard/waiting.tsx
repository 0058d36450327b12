import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from 'urql'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/dashboard.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { Unread } from './rows.tsx'
import { Tile } from './tile.tsx'
import tile from './tile.module.css'
import { APPROVE_COMMENT, APPROVE_POST, WAITING } from './waiting-documents.ts'
import styles from './waiting.module.css'

const t = messagesOf(texts)
const POSTS_OR_COMMENTS = /^(POST|COMMENT)_/
const changesWaiting = (type: string) => POSTS_OR_COMMENTS.test(type)
const NO_VARIABLES = {}
const MAX_ROWS = 4

type Row = { kind: 'post' | 'comment'; id: string; title: string; createdAt: string }

/** Posts and comments that need approval, with the button that approves. */
export function Waiting() {
  const { data, error } = useLiveQuery({
    query: WAITING,
    variables: NO_VARIABLES,
    changesWith: changesWaiting,
  })
  const rows: Row[] = [
    ...(data?.posts.nodes ?? []).map((post) => ({ ...post, kind: 'post' as const })),
    ...(data?.comments.nodes ?? []).map(({ body, ...rest }) => ({
      ...rest,
      title: body,
      kind: 'comment' as const,
    })),
  ].slice(0, MAX_ROWS)
  return (
    <Tile
      title={t('waiting.title')}
      rows={2}
      aside={data?.moderationCounts && <Counts {...data.moderationCounts} />}
    >
      {!data && <Unread rows={2} isFailed={error !== undefined} />}
      {data && rows.length === 0 && <p className={tile.quiet}>{t('waiting.empty')}</p>}
      <ul className={`${tile.rows} ${styles.rows}`}>
        {rows.map((row) => (
          <Pending key={row.id} {...row} />
        ))}
      </ul>
    </Tile>
  )
}

type CountsProps = { pendingPosts: number; pendingComments: number }

/** How many there are, as a link to all of them. */
function Counts({ pendingPosts, pendingComments }: CountsProps) {
  const { organization = '' } = useParams({ strict: false })
  return (
    <Link to="/$organization/moderation" params={{ organization }} className={tile.aside}>
      {t('waiting.posts', { count: pendingPosts })} · {t('waiting.comments', { count: pendingComments })}
    </Link>
  )
}

/** One of them. An approved one stays until the list without it is read. */
function Pending({ kind, id, title, createdAt }: Row) {
  const [posted, approvePost] = useMutation(APPROVE_POST)
  const [commented, approveComment] = useMutation(APPROVE_COMMENT)
  const [problem, setProblem] = useState<string | null>(null)
  const approve = async () => {
    const { data, error } = await (kind === 'post' ? approvePost({ id }) : approveComment({ id }))
    const payload = data && ('updatePost' in data ? data.updatePost : data.updateComment)
    setProblem(error?.message ?? payload?.errors[0]?.message ?? null)
  }
  return (
    <li>
      <span className={tile.soft}>{t(`waiting.${kind}`)}</span>
      <span className={tile.title} title={title} dir="auto">
        {title}
      </span>
      <Time at={createdAt} className={tile.soft} />
      <Button
        aria-label={t('waiting.approveThis', { title })}
        disabled={posted.fetching || commented.fetching}
        onClick={() => void approve()}
      >
        {t('waiting.approve')}
      </Button>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </li>
  )
}
