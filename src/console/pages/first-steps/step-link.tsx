import { Link } from '@tanstack/react-router'
import texts from '../../messages/en/first-steps.json'
import { messagesOf } from '../../messages.ts'
import styles from './first-steps.module.css'
import type { Step } from './ticks.ts'

const t = messagesOf(texts)

/** Pages on which steps are done. */
const PAGES = {
  look: '/$organization/settings',
  boards: '/$organization/boards',
  team: '/$organization/team',
  mail: '/$organization/settings/mail',
  widget: '/$organization/settings/widget',
  import: '/$organization/imports/new',
} as const satisfies Partial<Record<Step, string>>

type StepLinkProps = { step: keyof typeof PAGES; slug: string; isDone: boolean }

/** Purpose of a step, and the link to its page. */
export function StepLink({ step, slug, isDone }: StepLinkProps) {
  return (
    <>
      {!isDone && <p>{t(`${step}.text`)}</p>}
      <Link to={PAGES[step]} params={{ organization: slug }} className={styles.link}>
        {t(`${step}.action`)}
      </Link>
    </>
  )
}
