import { useDeferredValue, useState } from 'react'
import { useClient, useQuery } from 'urql'
import type { ResultOf } from '../../graphql.ts'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import rows from '../../ui/rows.module.css'
import { Status } from '../../ui/status.tsx'
import styles from './add-posts.module.css'
import type { RoadmapPost } from './documents.ts'
import { ADD_POST, FIND_POSTS } from './post-documents.ts'
import { problemOf } from './problem-of.ts'

const t = messagesOf(texts)

type AddPostsProps = {
  roadmapId: string
  posts: readonly RoadmapPost[]
  isOpen: boolean
  onClose: () => void
  readAgain: () => Promise<unknown>
}

/** Finds posts, and adds one after the other to a roadmap. */
export function AddPosts({ isOpen, onClose, ...rest }: AddPostsProps) {
  return (
    <Dialog title={t('add.title')} isOpen={isOpen} onClose={onClose}>
      <Search {...rest} />
    </Dialog>
  )
}

function Search({ roadmapId, posts, readAgain }: Omit<AddPostsProps, 'isOpen' | 'onClose'>) {
  const client = useClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [added, setAdded] = useState<readonly string[]>([])
  const search = useDeferredValue(text)
  const [{ data, fetching }] = useQuery({ query: FIND_POSTS, variables: { search } })
  const present = new Set([...posts.map(({ post }) => post.id), ...added])
  const add = async (postId: string) => {
    const refused = problemOf(await client.mutation(ADD_POST, { id: roadmapId, postId }).toPromise())
    setProblem(refused)
    if (refused !== null) return
    setAdded((before) => [...before, postId])
    await readAgain()
  }
  const found = data?.posts.nodes
  return (
    <>
      <TextField
        label={t('add.search')}
        type="search"
        value={text}
        autoFocus
        onChange={({ target }) => setText(target.value)}
      />
      {problem !== null && <p role="alert">{problem}</p>}
      <p className="hidden" role="status">
        {!fetching && found && t('add.found', { count: found.length })}
      </p>
      {found?.length === 0 && <p className={styles.quiet}>{t('add.none')}</p>}
      <ul className={`${rows.rows} ${styles.found}`}>
        {found?.map((post) => (
          <Found key={post.id} post={post} isPresent={present.has(post.id)} onAdd={() => void add(post.id)} />
        ))}
      </ul>
    </>
  )
}

type FoundProps = {
  post: ResultOf<typeof FIND_POSTS>['posts']['nodes'][number]
  isPresent: boolean
  onAdd: () => void
}

function Found({ post: { title, status }, isPresent, onAdd }: FoundProps) {
  return (
    <li className={rows.row}>
      <span className={rows.title} title={title} dir="auto">
        {title}
      </span>
      <Status name={status.name} color={status.color} />
      {isPresent ? (
        <span className={rows.soft}>{t('add.present')}</span>
      ) : (
        <Button aria-label={t('add.this', { title })} onClick={onAdd}>
          {t('add.verb')}
        </Button>
      )}
    </li>
  )
}
