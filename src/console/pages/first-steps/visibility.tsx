import { useState } from 'react'
import { addMark } from '../../app/marks.ts'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/first-steps.json'
import { messagesOf } from '../../messages.ts'
import { InlineForm, textIn } from '../../ui/inline-form.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { VISIBILITIES } from '../settings/visibilities.ts'
import { SET_VISIBILITY, type FirstStepsData } from './first-steps-documents.ts'

const t = messagesOf(texts)

/** Sign-up of each visibility. */
const SIGN_UP = { PUBLIC: 'OPEN', MEMBERS: 'KNOWN' } as const

type VisibilityProps = {
  organization: NonNullable<FirstStepsData['organization']>
  isDone: boolean
  onDone: () => void
}

/** Asks who may see the portal, without a default, and sets who may join it. */
export function Visibility({ organization, isDone, onDone }: VisibilityProps) {
  const { run, problem, isRunning } = useAction(SET_VISIBILITY)
  const [isBlank, setBlank] = useState(false)
  if (isDone) return <p>{t(`visibility.${organization.visibility}`)}</p>
  const save = async (values: FormData) => {
    const chosen = VISIBILITIES.find(({ value }) => value === textIn(values, 'visibility'))?.value
    setBlank(!chosen)
    if (!chosen || !(await run({ visibility: chosen, signUp: SIGN_UP[chosen] }))) return
    addMark(organization.slug, 'visibility')
    onDone()
  }
  return (
    <InlineForm
      name={t('visibility')}
      save={t('visibility.save')}
      isRunning={isRunning}
      problem={isBlank ? t('visibility.choose') : problem}
      onSave={(values) => void save(values)}
    >
      <RadioList label={t('visibility.text')} name="visibility" options={VISIBILITIES} defaultValue="" />
    </InlineForm>
  )
}
