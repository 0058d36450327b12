import { useEffect, useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/deliveries.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { REDELIVER_MANY } from './delivery-documents.ts'
import type { DeliveryFilter } from './delivery-filter.ts'

const t = messagesOf(texts)

type RedeliverManyProps = {
  /** Filter of the deliveries, or null while nothing is asked. */
  filter: DeliveryFilter | null
  onClose: () => void
}

/** Counts the deliveries by a dry run, and sends them again only after that. */
export function RedeliverMany({ filter, onClose }: RedeliverManyProps) {
  return (
    <Dialog title={t('redeliverTitle')} isOpen={filter !== null} onClose={onClose}>
      {filter && <Question filter={filter} onClose={onClose} />}
    </Dialog>
  )
}

function Question({ filter, onClose }: { filter: DeliveryFilter; onClose: () => void }) {
  const [count, setCount] = useState<number | null>(null)
  const dry = useAction(REDELIVER_MANY)
  const { run, problem, isRunning } = useAction(REDELIVER_MANY)
  const runDry = dry.run
  useEffect(() => {
    void runDry({ filter, dryRun: true }).then((done) => setCount(done?.count ?? null))
  }, [runDry, filter])
  const redeliver = async () => {
    const done = await run({ filter, dryRun: false })
    if (!done) return
    toast({ text: t('redelivered', { count: done.count ?? 0 }) })
    onClose()
  }
  const refusal = dry.problem ?? problem ?? Object.values({ ...dry.errors })[0]
  return (
    <>
      <p role="status">
        {count !== null ? t('redeliverCount', { count }) : refusal === undefined && t('counting')}
      </p>
      {filter.states === null && count !== 0 && <p>{t('redeliverStates')}</p>}
      {refusal != null && <p role="alert">{refusal}</p>}
      <DialogActions>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" disabled={isRunning || !count} onClick={() => void redeliver()}>
          {!count ? t('redeliver') : t('redeliverAction', { count })}
        </Button>
      </DialogActions>
    </>
  )
}
