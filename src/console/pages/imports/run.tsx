import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useAction } from '../../live/use-action.ts'
import sourceTexts from '../../messages/en/import-sources.json'
import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './imports.module.css'
import { Plan } from './plan.tsx'
import { Planning } from './planning.tsx'
import { Result } from './result.tsx'
import { DELETE_IMPORT } from './run-actions.ts'
import type { ImportRun } from './run-documents.ts'
import { RunProgress } from './run-progress.tsx'
import { StateBadge } from './state-badge.tsx'
import { useRun } from './use-run.ts'

const t = messagesOf(texts)
const source = messagesOf(sourceTexts)

/** One import: its plan, its progress and its result. */
export function RunPage() {
  return (
    <ForAdmins title={t('title')}>
      <Found />
    </ForAdmins>
  )
}

function Found() {
  const { organization = '', run: id = '' } = useParams({ strict: false })
  const { run, error, read } = useRun(id)
  const back = (
    <Link to="/$organization/imports" params={{ organization }} className={button.button ?? ''}>
      {t('back')}
    </Link>
  )
  if (!run)
    return (
      <>
        <PageHead title={t('title')} />
        {run === null || error ? (
          <Empty title={t('goneTitle')} text={t('gone')} action={back} />
        ) : (
          <Skeleton rows={8} />
        )}
      </>
    )
  return (
    <>
      <PageHead title={t('run.title', { source: source(run.source) })} within={run.id}>
        <StateBadge state={run.state} />
        {run.state !== 'RUNNING' && run.state !== 'UNDOING' && <Deletion id={run.id} />}
        {back}
      </PageHead>
      <div className={styles.page}>
        <State run={run} onChange={read} />
      </div>
    </>
  )
}

/** Part of the page that belongs to the state. */
function State({ run, onChange }: { run: ImportRun; onChange: () => void }) {
  if (run.state === 'PLANNED') return run.people === null ? <Skeleton rows={8} /> : <Plan run={run} />
  if (run.state === 'DONE' || run.state === 'UNDONE') return <Result run={run} />
  if (run.startedAt === null && run.state !== 'RUNNING') return <Planning run={run} onChange={onChange} />
  return <RunProgress run={run} />
}

function Deletion({ id }: { id: string }) {
  const { organization = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { run, problem, errors } = useAction(DELETE_IMPORT)
  const remove = async () => {
    if (!(await run({ id }))) return
    toast({ text: t('deleted') })
    await navigate({ to: '/$organization/imports', params: { organization } })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('delete')}</Button>
      <Confirm
        title={t('delete.title')}
        text={t('delete.text')}
        action={t('delete.verb')}
        problem={problem ?? Object.values(errors)[0]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => void remove()}
      />
    </>
  )
}
