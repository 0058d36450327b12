import { AlertIcon, CheckIcon, ClockIcon, PencilIcon, PlusIcon } from '@primer/octicons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useQuery } from 'urql'
import type { ResultOf } from '../../graphql.ts'
import { useActionOnce } from '../../live/use-action.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { CREATE, SETTINGS, type Entry } from './changelog-documents.ts'
import styles from './entry.module.css'
import { codeOf, languageName } from './words.ts'

const t = messagesOf(texts)

type Locale = NonNullable<ResultOf<typeof SETTINGS>['organization']>['locales'][number]
type Member = Pick<Entry['translations'][number], 'id' | 'locale' | 'updatedAt' | 'state' | 'preview'>

/** Languages of the entry: those that it has, those that are older than the original, and those to add. */
export function EntryLanguages({ entry, organization }: { entry: Entry; organization: string }) {
  const [{ data }] = useQuery({ query: SETTINGS })
  const navigate = useNavigate()
  const { run, problem } = useActionOnce(CREATE)
  const members: Member[] = [entry, ...entry.translations]
  const original = members.find(({ id }) => id === entry.original?.id) ?? entry
  const missing = (data?.organization?.locales ?? []).filter(
    (locale) => !members.some((member) => member.locale === locale),
  )
  if (members.length + missing.length < 2) return null
  const add = async (locale: Locale) => {
    const { title } = entry.original ?? entry
    const payload = await run({ input: { title, locale, originalId: original.id } })
    if (payload?.changelog)
      await navigate({
        to: '/$organization/changelog/$id',
        params: { organization, id: payload.changelog.id },
      })
  }
  return (
    <nav className={styles.languages} aria-label={t('languages')}>
      {[...members]
        .sort((one, other) => Number(other.id === original.id) - Number(one.id === original.id))
        .map((member) => (
          <LanguageLink key={member.id} member={member} original={original} organization={organization} />
        ))}
      {missing.map((locale) => (
        <Button key={locale} look="quiet" onClick={() => void add(locale)}>
          <span className="hidden">{t('languages.add', { language: languageName(locale) })}</span>
          <span aria-hidden>{codeOf(locale)}</span> <PlusIcon size={14} />
        </Button>
      ))}
      {problem && <p role="alert">{problem}</p>}
    </nav>
  )
}

type LinkProps = { member: Member; original: Member; organization: string }

/** One language. A text that is missing or out of date has a mark before its state. */
function LanguageLink({ member, original, organization }: LinkProps) {
  return (
    <Link
      to="/$organization/changelog/$id"
      params={{ organization, id: member.id }}
      title={languageName(member.locale)}
    >
      {codeOf(member.locale)} <LanguageState member={member} original={original} />
    </Link>
  )
}

function LanguageState({ member, original }: Omit<LinkProps, 'organization'>) {
  const { id, preview, updatedAt, state } = member
  const isTranslation = id !== original.id
  if (isTranslation && preview === '')
    return (
      <>
        <AlertIcon size={14} /> <small data-tone="warn">{t('languages.empty')}</small>
      </>
    )
  if (isTranslation && updatedAt < original.updatedAt)
    return (
      <>
        <AlertIcon size={14} />{' '}
        <small data-tone="warn">{t('languages.old', { original: codeOf(original.locale) })}</small>
      </>
    )
  const Sign = SIGNS[state]
  return (
    <>
      <Sign size={14} /> <small>{t(`state.${state}`)}</small>
    </>
  )
}

const SIGNS = { DRAFT: PencilIcon, SCHEDULED: ClockIcon, PUBLISHED: CheckIcon } as const
