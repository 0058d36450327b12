import { CircleSlashIcon, PencilIcon, StarFillIcon, StarIcon, TrashIcon } from '@primer/octicons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useQuery } from 'urql'
import { PageHead } from '../../app/page-head.tsx'
import type { LiveEvent } from '../../live/event-documents.ts'
import { useAction } from '../../live/use-action.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { Activity } from './activity.tsx'
import { CustomerForm } from './customer-form.tsx'
import styles from './customer.module.css'
import { CUSTOMER, UPDATE_CUSTOMER, type Customer } from './documents.ts'
import { Erase } from './erase.tsx'
import { Erased } from './erased.tsx'
import type { Erasure } from './erasure-documents.ts'
import { Profile } from './profile.tsx'

const t = messagesOf(texts)
const CHANGES = /^(CUSTOMER|POST|VOTE|COMMENT)_/
const changesCustomer = (type: LiveEvent['type']) => CHANGES.test(type)

/** A person: what they are, what they wrote and what they voted for. */
export function CustomerPage() {
  const { customer: id } = useParams({ from: '/$organization/customers/$customer' })
  const { tab = 'posts' } = useSearch({ from: '/$organization/customers/$customer' })
  const { customer, error, read } = useCustomer(id)
  const [claims, setClaims] = useState(0)
  const [erased, setErased] = useState<{ id: string; name: string; erasure: Erasure } | null>(null)
  if (erased?.id === id) return <Erased name={erased.name} erasure={erased.erasure} />
  if (customer === null) return <Empty title={t('goneTitle')} text={t('gone')} />
  if (!customer) return error ? <Empty title={t('failedTitle')} text={t('failed')} /> : <Skeleton rows={8} />
  const showClaimed = () => {
    read()
    setClaims(claims + 1)
  }
  const showErasure = (erasure: Erasure) => setErased({ id, name: customer.name, erasure })
  return (
    <>
      <PageHead title={customer.name} within={t('title')}>
        <Actions customer={customer} onErased={showErasure} />
      </PageHead>
      <div className={styles.page}>
        <Profile customer={customer} onClaimed={showClaimed} />
        <Activity key={claims} customer={customer} tab={tab} />
      </div>
    </>
  )
}

/** Reads a customer, and again after the events that may change it. */
function useCustomer(id: string) {
  const [{ data, error }, execute] = useQuery({ query: CUSTOMER, variables: { id } })
  const read = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  useRereads({ read, changesWith: changesCustomer })
  return { customer: data?.customer, error, read }
}

/** Buttons that change a person. Team members are neither blocked nor deleted here. */
function Actions({ customer, onErased }: { customer: Customer; onErased: (erasure: Erasure) => void }) {
  const { id, starred, blocked, user } = customer
  const { run, isRunning } = useAction(UPDATE_CUSTOMER)
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const set = async (changes: { starred?: boolean; blocked?: boolean }) => {
    if (!(await run({ input: { customer: { id }, ...changes } })))
      toast({ text: t('refused', { name: customer.name }), tone: 'bad' })
  }
  const close = () => setOpen(null)
  return (
    <div className={styles.actions}>
      <Button aria-pressed={starred} disabled={isRunning} onClick={() => void set({ starred: !starred })}>
        {starred ? <StarFillIcon size={16} /> : <StarIcon size={16} />}{' '}
        <span>{t(starred ? 'unstar' : 'star')}</span>
      </Button>
      {user.role === null && (
        <Button aria-pressed={blocked} disabled={isRunning} onClick={() => void set({ blocked: !blocked })}>
          <CircleSlashIcon size={16} /> <span>{t(blocked ? 'unblock' : 'block')}</span>
        </Button>
      )}
      <Button onClick={() => setOpen('edit')}>
        <PencilIcon size={16} /> <span>{t('edit.open')}</span>
      </Button>
      {user.role === null && (
        <Button
          look="quiet"
          aria-label={t('delete.open')}
          title={t('delete.open')}
          onClick={() => setOpen('delete')}
        >
          <TrashIcon size={16} />
        </Button>
      )}
      <CustomerForm customer={customer} isOpen={open === 'edit'} onClose={close} />
      <Erase customer={customer} isOpen={open === 'delete'} onClose={close} onErased={onErased} />
    </div>
  )
}
