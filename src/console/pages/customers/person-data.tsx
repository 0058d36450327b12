import { useState } from 'react'
import texts from '../../messages/en/person-data.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { PersonExport } from '../exports/person-export.tsx'
import { Claim } from './claim.tsx'
import styles from './customer.module.css'
import type { Customer } from './documents.ts'

const t = messagesOf(texts)

type PersonDataProps = {
  customer: Customer
  /** Called after the customer has received contributions, which cause no events. */
  onClaimed: () => void
}

/** Actions of admins on the data of a person. */
export function PersonData({ customer, onClaimed }: PersonDataProps) {
  const [isClaiming, setClaiming] = useState(false)
  const close = () => setClaiming(false)
  return (
    <section className={styles.data} aria-label={t('title')}>
      <h2>{t('title')}</h2>
      <PersonExport userId={customer.user.id} />
      <div>
        <Button onClick={() => setClaiming(true)}>{t('claim')}</Button>
      </div>
      <Claim
        customer={customer}
        isOpen={isClaiming}
        onClose={close}
        onClaimed={() => {
          close()
          onClaimed()
        }}
      />
    </section>
  )
}
