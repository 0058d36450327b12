import texts from '../../messages/en/first-steps.json'
import { messagesOf } from '../../messages.ts'
import { Copy } from '../../ui/copy.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './first-steps.module.css'

const t = messagesOf(texts)

/** The address of the portal, to copy and to scan. */
export function Share({ address, isDone }: { address: string; isDone: boolean }) {
  return (
    <>
      {!isDone && <p>{t('share.text')}</p>}
      <div className={styles.share}>
        <Copy value={address} name={t('share.address')} withValue />
        {!isDone && <QrCode text={address} name={t('share.code')} />}
      </div>
    </>
  )
}
