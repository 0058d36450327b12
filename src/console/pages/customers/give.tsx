import { useState } from 'react'
import { useQuery } from 'urql'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { PickerOption } from '../../ui/picker-list.tsx'
import { Picker } from '../../ui/picker.tsx'
import { RECEIVERS } from './claim-documents.ts'
import { useClaim } from './use-claim.ts'

const t = messagesOf(texts)

type GiveProps = {
  /** Person without an e-mail address. Null closes the dialog. */
  person: { id: string; name: string } | null
  onClose: () => void
  onGiven: () => void
}

/** Dialog that gives what a person without an e-mail address wrote to a customer. */
export function Give({ person, onClose, onGiven }: GiveProps) {
  return (
    <Dialog title={t('give.title', { name: person?.name ?? '' })} isOpen={person !== null} onClose={onClose}>
      {person && <Question fromId={person.id} onClose={onClose} onGiven={onGiven} />}
    </Dialog>
  )
}

function Question({ fromId, onClose, onGiven }: Omit<GiveProps, 'person'> & { fromId: string }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<PickerOption | null>(null)
  const [{ data }] = useQuery({ query: RECEIVERS, variables: { search: typed.trim() || null } })
  const { claim, isRunning, problem } = useClaim(onGiven)
  const found = (data?.customers.nodes ?? []).map(({ name, email, user }) => ({
    ...{ value: user.id, label: name, hint: email ?? '' },
  }))
  const isFound = found.some(({ value }) => value === chosen?.value)
  const options = chosen && !isFound ? [chosen, ...found] : found
  return (
    <DialogForm
      action={t('give.verb')}
      isRunning={isRunning}
      problem={problem}
      onSubmit={() => void claim(fromId, chosen?.value ?? null)}
      onClose={onClose}
    >
      <p>{t('give.text')}</p>
      <Picker
        label={t('give.into')}
        onSearch={setTyped}
        options={options}
        value={chosen?.value ?? null}
        onChange={(id) => setChosen(options.find(({ value }) => value === id) ?? null)}
      />
    </DialogForm>
  )
}
