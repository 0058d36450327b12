import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { UPDATE, type Entry } from './changelog-documents.ts'
import { moment, toLocalValue } from './words.ts'

const t = messagesOf(texts)
const DAY_MS = 86_400_000
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

type ScheduleProps = { entry: Entry; isOpen: boolean; onClose: () => void }

/** Time of publication, in the zone of the reader and in words. */
export function ScheduleDialog({ isOpen, onClose, entry }: ScheduleProps) {
  return (
    <Dialog title={t('schedule.title')} isOpen={isOpen} onClose={onClose}>
      <ScheduleForm entry={entry} onClose={onClose} />
    </Dialog>
  )
}

function ScheduleForm({ entry: { id, scheduledAt }, onClose }: Omit<ScheduleProps, 'isOpen'>) {
  const { run, problem, errors, isRunning } = useAction(UPDATE)
  const [value, setValue] = useState(() => toLocalValue(scheduledAt ? new Date(scheduledAt) : tomorrow()))
  const at = value && new Date(value).toISOString()
  const set = async (next: string | null) => {
    if (await run({ input: { id, scheduledAt: next } })) onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (at) void set(at)
      }}
    >
      <TextField
        label={t('schedule.at')}
        type="datetime-local"
        required
        value={value}
        min={toLocalValue(new Date())}
        hint={at ? t('schedule.words', { at: moment(at) }) : t('schedule.choose', { zone: ZONE })}
        error={errors.scheduledAt ?? problem ?? undefined}
        onChange={({ target }) => setValue(target.value)}
      />
      <DialogActions>
        {scheduledAt && <Button onClick={() => void set(null)}>{t('schedule.cancel')}</Button>}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" aria-busy={isRunning}>
          {t('schedule')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Returns nine o'clock of the next day. */
function tomorrow(): Date {
  const at = new Date(Date.now() + DAY_MS)
  at.setHours(9, 0, 0, 0)
  return at
}
