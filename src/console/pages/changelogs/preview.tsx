import { useState } from 'react'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Choice } from '../../ui/choice.tsx'
import type { Entry } from './changelog-documents.ts'
import styles from './entry.module.css'

const t = messagesOf(texts)
const WIDTHS = ['desktop', 'phone'] as const

/** The page that the portal will show, as the portal itself makes it from what is saved. */
export function Preview({ entry: { previewUrl, updatedAt } }: { entry: Entry }) {
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('desktop')
  if (previewUrl === null) return null
  return (
    <div className={styles.preview}>
      <Choice
        name={t('preview.width')}
        options={WIDTHS.map((value) => ({ value, label: t(`preview.${value}`) }))}
        value={width}
        onChange={setWidth}
      />
      <iframe key={updatedAt} src={previewUrl} title={t('preview.page')} data-width={width} />
    </div>
  )
}
