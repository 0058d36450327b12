import { useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import type { PickerOption } from '../../ui/picker-list.tsx'
import { Picker } from '../../ui/picker.tsx'
import { CLAIMABLE_PEOPLE } from './claim-documents.ts'
import type { Customer } from './documents.ts'
import { useClaim } from './use-claim.ts'

const t = messagesOf(texts)
const select = (data: ResultOf<typeof CLAIMABLE_PEOPLE>) => data.peopleWithoutEmail

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
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<PickerOption | null>(null)
  const search = typed.trim() || null
  const { nodes, error, refresh: _, ...more } = usePages(CLAIMABLE_PEOPLE, { search }, select)
  const { claim, isRunning, problem } = useClaim(onClaimed)
  const found = (nodes ?? []).map(({ id, name: label, posts }) => ({
    ...{ value: id, label, hint: t('people.posts', { count: posts.totalCount }) },
  }))
  const isChosenMissing = chosen !== null && !found.some(({ value }) => value === chosen.value)
  const options = isChosenMissing ? [chosen, ...found] : found
  const choose = (id: string) => {
    setChosen(options.find(({ value }) => value === id) ?? null)
    setTyped('')
  }
  const isNobody = nodes?.length === 0 && search === null
  return (
    <DialogForm
      action={t('claim.verb')}
      isRunning={isRunning}
      isDisabled={isNobody}
      problem={problem}
      onSubmit={() => void claim(chosen?.value ?? null, user.id)}
      onClose={onClose}
    >
      <p>{t(isNobody ? 'claim.none' : 'claim.text', { name })}</p>
      <ListState isRead={!error || Boolean(nodes)} isFailed={Boolean(error)} rows={1} />
      {!isNobody && (
        <Picker
          label={t('claim.from')}
          onSearch={setTyped}
          options={options}
          value={chosen?.value ?? null}
          onChange={choose}
          footer={<LoadMore {...more} />}
        />
      )}
    </DialogForm>
  )
}
