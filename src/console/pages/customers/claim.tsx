import { useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CLAIMABLE_PEOPLE } from './claim-documents.ts'
import type { Customer } from './documents.ts'
import { useClaim } from './use-claim.ts'

const t = messagesOf(texts)

type ClaimProps = { customer: Customer; isOpen: boolean; onClose: () => void; onClaimed: () => void }

/** Dialog that gives a customer what a person without an e-mail address wrote. */
export function Claim({ customer, isOpen, onClose, onClaimed }: ClaimProps) {
  return (
    <Dialog title={t('claim.title', { name: customer.name })} isOpen={isOpen} onClose={onClose}>
      <Question customer={customer} onClose={onClose} onClaimed={onClaimed} />
    </Dialog>
  )
}

function Question({ customer: { name, user }, onClose, onClaimed }: Omit<ClaimProps, 'isOpen'>) {
  const [{ data }] = useQuery({ query: CLAIMABLE_PEOPLE, requestPolicy: 'network-only' })
  const [fromId, setFromId] = useState<string | null>(null)
  const { claim, isRunning, problem } = useClaim(onClaimed)
  if (!data) return <Skeleton rows={3} />
  const people = data.importRuns.nodes.flatMap(({ sourceName, peopleWithoutEmail: { nodes } }) =>
    nodes.map((person) => ({ value: person.id, label: person.name, hint: sourceName ?? '' })),
  )
  return (
    <DialogForm
      action={t('claim.verb')}
      isRunning={isRunning}
      isDisabled={people.length === 0}
      problem={problem}
      onSubmit={() => void claim(fromId, user.id)}
      onClose={onClose}
    >
      <p>{t(people.length === 0 ? 'claim.none' : 'claim.text', { name })}</p>
      {people.length > 0 && (
        <Picker label={t('claim.from')} searchable options={people} value={fromId} onChange={setFromId} />
      )}
    </DialogForm>
  )
}
