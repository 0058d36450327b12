import { Link } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { PageHead } from '../../app/page-head.tsx'
import { Section } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import texts from '../../messages/en/person-data.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './customer.module.css'
import { MENTIONS, type Erasure } from './erasure-documents.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const MAX_NODES = 100
const COUNTS = [
  ...(['subscriptions', 'sessions', 'invitations', 'events', 'importEntries'] as const),
  ...(['identifiers', 'files', 'exports', 'keptFiles'] as const),
]

/** Numbers of an erasure, and the texts of others that it has not changed. */
export function Erased({ name, erasure }: { name: string; erasure: Erasure }) {
  return (
    <>
      <PageHead title={t('erased', { name })}>
        <Link from="/$organization" to="/$organization/customers" className={button.button ?? ''}>
          {t('erased.back')}
        </Link>
      </PageHead>
      <div className={styles.erased}>
        <Section title={t('erased.list')} text={t('erased.text')}>
          <dl>
            <div>
              <dt>{t('erased.accountDeleted')}</dt>
              <dd>{t(erasure.accountDeleted ? 'erased.account.yes' : 'erased.account.no')}</dd>
            </div>
            {COUNTS.map((name) => (
              <div key={name}>
                <dt>{t(`erased.${name}`)}</dt>
                <dd>{NUMBER.format(erasure[name])}</dd>
              </div>
            ))}
          </dl>
        </Section>
        <Section title={t('mentions')} text={t('mentions.text')}>
          {erasure.mentions.length === 0 ? (
            <p>{t('mentions.none')}</p>
          ) : (
            <Mentions ids={erasure.mentions.slice(0, MAX_NODES)} />
          )}
        </Section>
      </div>
    </>
  )
}

function Mentions({ ids }: { ids: string[] }) {
  const [{ data }] = useQuery({ query: MENTIONS, variables: { ids } })
  if (!data) return <Skeleton rows={2} />
  return (
    <ul>
      {data.nodes.map((node, index) => (
        <li key={ids[index]}>
          <Mention node={node} />
        </li>
      ))}
    </ul>
  )
}

type Node = ResultOf<typeof MENTIONS>['nodes'][number]

function Mention({ node }: { node: Node }) {
  if (node?.__typename === 'Changelog')
    return (
      <Link from="/$organization" to="/$organization/changelog/$id" params={{ id: node.id }}>
        {node.title}
      </Link>
    )
  if (node?.__typename !== 'Post' && node?.__typename !== 'Comment') return null
  const post = node.__typename === 'Post' ? node : node.post
  return (
    <Link from="/$organization" to="/$organization/posts/$post" params={{ post: post.id }}>
      {node.__typename === 'Post' ? post.title : t('mentions.comment', { title: post.title })}
    </Link>
  )
}
