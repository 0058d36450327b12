import { CheckIcon } from '@primer/octicons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { addMark } from '../../app/marks.ts'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/first-steps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FIRST_STEPS, type FirstStepsData } from './first-steps-documents.ts'
import styles from './first-steps.module.css'
import { Share } from './share.tsx'
import { StepLink } from './step-link.tsx'
import { doneSteps, STEPS, type Step } from './ticks.ts'
import { Visibility } from './visibility.tsx'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const changesSteps = (type: string) => /^(BUCKET|MEMBER|CUSTOMER|POST)_/.test(type)
/** No event reports that a setting changed, that a person was invited, or that an import began. */
const INTERVAL_MS = 10_000

/** Steps of a new organization, ticked by its data. They end when all are done, or by a button. */
export function FirstSteps({ slug, onEnd }: { slug: string; onEnd: () => void }) {
  const query = {
    query: FIRST_STEPS,
    variables: NO_VARIABLES,
    changesWith: changesSteps,
    everyMs: INTERVAL_MS,
  }
  const { data, error } = useLiveQuery(query)
  const end = () => {
    addMark(slug, 'hidden')
    onEnd()
  }
  return (
    <section className={styles.steps} aria-label={t('title')}>
      {data?.organization ? (
        <List data={data} onEnd={end} />
      ) : error ? (
        <p role="alert">{t('failed')}</p>
      ) : (
        <Skeleton rows={8} />
      )}
    </section>
  )
}

/** The steps. A step that was just done in this browser counts at once. */
function List({ data, onEnd }: { data: FirstStepsData; onEnd: () => void }) {
  const [, rerender] = useState(0)
  const done = doneSteps(data)
  const isOver = done.size === STEPS.length
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2>{t('title')}</h2>
          <p>{t('text')}</p>
        </div>
        <p role="status">{t('progress', { done: done.size, all: STEPS.length })}</p>
        <Button look="quiet" onClick={onEnd}>
          {t('hide')}
        </Button>
      </header>
      <ol>
        {STEPS.map((step, at) => (
          <Row key={step} step={step} number={at + 1} isDone={done.has(step)}>
            {contentOf(step, data, done.has(step), () => rerender((count) => count + 1))}
          </Row>
        ))}
      </ol>
    </>
  )
}

type RowProps = { step: Step; number: number; isDone: boolean; children: ReactNode }

function Row({ step, number, isDone, children }: RowProps) {
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.tick}>
        {isDone ? <CheckIcon size={14} /> : <span aria-hidden>{number}</span>}
        <span className="hidden">{t(isDone ? 'done' : 'open')}</span>
      </span>
      <div>
        <h3>{t(step)}</h3>
        {children}
      </div>
    </li>
  )
}

function contentOf(
  step: Step,
  { organization }: FirstStepsData,
  isDone: boolean,
  onDone: () => void,
): ReactNode {
  if (!organization) return null
  if (step === 'visibility') return <Visibility organization={organization} isDone={isDone} onDone={onDone} />
  if (step === 'share') return <Share address={organization.portalUrl} isDone={isDone} />
  return <StepLink step={step} slug={organization.slug} isDone={isDone} />
}
