import { use, type ReactNode } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from './page-head.tsx'
import { ViewerContext } from './viewer.ts'

const t = messagesOf(texts)

/** A page that only admins read. Another member who follows a link to it learns that. */
export function ForAdmins({ title, children }: { title: string; children: ReactNode }) {
  const viewer = use(ViewerContext)
  if (viewer?.role === 'ADMIN') return children
  return (
    <>
      <PageHead title={title} />
      <Empty title={t('adminsTitle')} text={t('admins')} />
    </>
  )
}
