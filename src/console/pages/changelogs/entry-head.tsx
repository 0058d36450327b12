import { EyeIcon, TrashIcon } from '@primer/octicons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PageHead } from '../../app/page-head.tsx'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { DELETE, UPDATE, type Entry } from './changelog-documents.ts'
import styles from './entry.module.css'
import { SaveState } from './save-state.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { TONES } from './states.ts'
import type { Draft } from './use-draft.ts'
import { moment } from './words.ts'

const t = messagesOf(texts)

type HeadProps = {
  entry: Entry
  organization: string
  draft: Draft
  isPreviewed: boolean
  onPreview: () => void
}

type DialogName = 'schedule' | 'delete'

/** State of an entry, and what can be done with it. */
export function EntryHead({ entry, organization, draft, isPreviewed, onPreview }: HeadProps) {
  const { state } = entry
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const publishing = usePublishing(entry, draft)
  /** Runs an action of an entry with a title, or leads to the field that needs one. */
  const withTitle = (run: () => void) => () => {
    if (draft.isNamed) return run()
    if (isPreviewed) flushSync(onPreview)
    draft.titleField.current?.focus()
  }
  const close = () => setDialog(null)
  return (
    <>
      <PageHead title={draft.isNamed ? draft.text.title : t('untitled')} within={t('title')}>
        <Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>
        <SaveState draft={draft} isPublished={state === 'PUBLISHED'} />
      </PageHead>
      <div className={styles.actions}>
        <Back organization={organization} />
        {entry.scheduledAt && <p>{t('schedule.words', { at: moment(entry.scheduledAt) })}</p>}
        <span className={styles.end} />
        <Button look="quiet" aria-label={t('delete')} title={t('delete')} onClick={() => setDialog('delete')}>
          <TrashIcon size={16} />
        </Button>
        <Button aria-pressed={isPreviewed} onClick={onPreview}>
          <EyeIcon size={16} /> {t(isPreviewed ? 'preview.close' : 'preview')}
        </Button>
        <PublishButtons
          state={state}
          isRunning={publishing.isRunning}
          onPublish={withTitle(() => void publishing.publish(state !== 'PUBLISHED'))}
          onSchedule={withTitle(() => setDialog('schedule'))}
        />
      </div>
      {publishing.problem && <p role="alert">{publishing.problem}</p>}
      <ScheduleDialog entry={entry} isOpen={dialog === 'schedule'} onClose={close} />
      <DeleteDialog entry={entry} organization={organization} isOpen={dialog === 'delete'} onClose={close} />
    </>
  )
}

function Back({ organization }: { organization: string }) {
  return (
    <Link to="/$organization/changelog" params={{ organization }}>
      ← {t('entry.back')}
    </Link>
  )
}

/** Publishes an entry, with its unsaved text, or takes it back. */
function usePublishing({ id, url }: Entry, draft: Draft) {
  const { run, isRunning, problem } = useAction(UPDATE)
  const publish = async (published: boolean) => {
    const isUnsaved = draft.state === 'changed' || draft.state === 'saving'
    if (isUnsaved && !(await draft.save())) return
    const payload = await run({ input: { id, published } })
    if (payload && published)
      toast({
        text: t('published', { title: payload.changelog?.title ?? draft.text.title }),
        action: { label: t('open'), run: () => void window.open(url) },
      })
  }
  return { publish, isRunning, problem }
}

type PublishProps = {
  state: Entry['state']
  isRunning: boolean
  onPublish: () => void
  onSchedule: () => void
}

function PublishButtons({ state, isRunning, onPublish, onSchedule }: PublishProps) {
  const isPublished = state === 'PUBLISHED'
  return (
    <>
      {!isPublished && <Button onClick={onSchedule}>{t('schedule')}</Button>}
      <Button look={isPublished ? 'plain' : 'main'} aria-busy={isRunning} onClick={onPublish}>
        {t(isPublished ? 'unpublish' : 'publish')}
      </Button>
    </>
  )
}

type DeleteProps = { entry: Entry; organization: string; isOpen: boolean; onClose: () => void }

function DeleteDialog({ entry, organization, isOpen, onClose }: DeleteProps) {
  const { run, problem } = useAction(DELETE)
  const navigate = useNavigate()
  const remove = async () => {
    if (!(await run({ id: entry.id }))) return
    onClose()
    await navigate({ to: '/$organization/changelog', params: { organization }, ignoreBlocker: true })
  }
  return (
    <Confirm
      title={t('delete.title')}
      text={t('delete.text')}
      action={t('delete')}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
      problem={problem}
    />
  )
}
