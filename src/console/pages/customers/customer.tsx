import { CircleSlashIcon, PencilIcon, StarFillIcon, StarIcon, TrashIcon } from '@primer/octicons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../../app/page-head.tsx'
import type { LiveEvent } from '../../live/event-documents.ts'
import { useAction } from '../../live/use-action.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/customers.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { Activity } from './activity.tsx'
import { CustomerForm } from './customer-form.tsx'
import styles from './customer.module.css'
import { DELETE_CUSTOMER, CUSTOMER, UPDATE_CUSTOMER, type Customer } from './documents.ts'
import { Profile } from './profile.tsx'

const t = messagesOf(texts)
const CHANGES = /^(CUSTOMER|POST|VOTE|COMMENT)_/
const changesCustomer = (type: LiveEvent['type']) => CHANGES.test(type)

/** A person: what they are, what they wrote and what they voted for. */
export function CustomerPage() {
  const { customer: id } = useParams({ from: '/$organization/customers/$customer' })
  const { tab = 'posts' } = useSearch({ from: '/$organization/customers/$customer' })
  const { data, error } = useLiveQuery({ query: CUSTOMER, variables: { id }, changesWith: changesCustomer })
  const customer = data?.customer
  if (customer === null) return <Empty title={t('goneTitle')} text={t('gone')} />
  if (!customer) return error ? <Empty title={t('failedTitle')} text={t('failed')} /> : <Skeleton rows={8} />
  return (
    <>
      <PageHead title={customer.name}>
        <Actions customer={customer} />
      </PageHead>
      <div className={styles.page}>
        <Profile customer={customer} />
        <Activity customer={customer} tab={tab} />
      </div>
    </>
  )
}

/** Buttons that change a person. Team members are neither blocked nor deleted here. */
function Actions({ customer }: { customer: Customer }) {
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
      <Deletion customer={customer} isOpen={open === 'delete'} onClose={close} />
    </div>
  )
}

type DeletionProps = { customer: Customer; isOpen: boolean; onClose: () => void }

function Deletion({ customer: { id, name }, isOpen, onClose }: DeletionProps) {
  const { run, problem, errors } = useAction(DELETE_CUSTOMER)
  const navigate = useNavigate({ from: '/$organization/customers/$customer' })
  const remove = async () => {
    if (!(await run({ id }))) return
    onClose()
    toast({ text: t('deleted', { name }) })
    await navigate({ to: '/$organization/customers', search: {} })
  }
  return (
    <Confirm
      title={t('delete.title', { name })}
      text={t('delete.text')}
      action={t('delete.verb')}
      requireText={name}
      problem={problem ?? Object.values(errors)[0]}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void remove()}
    />
  )
}
