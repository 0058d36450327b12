import { Link, useBlocker, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveQuery } from '../../live/use-live-query.ts'
import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ENTRY_QUERY, type Entry } from './changelog-documents.ts'
import { EntryDetails } from './entry-details.tsx'
import { EntryHead } from './entry-head.tsx'
import { EntryLanguages } from './entry-languages.tsx'
import styles from './entry.module.css'
import { EntryText } from './entry-text.tsx'
import { isOfChangelog } from './list.tsx'
import { Preview } from './preview.tsx'
import text from './text-editor.module.css'
import { useDraft, type Draft } from './use-draft.ts'
import { codeOf, languageName } from './words.ts'

const t = messagesOf(texts)

/** Editor of one entry of the changelog. */
export function ChangelogEntry() {
  const { id, organization } = useParams({ from: '/$organization/changelog/$id' })
  const { data, error } = useLiveQuery({ query: ENTRY_QUERY, variables: { id }, changesWith: isOfChangelog })
  const entry = data?.changelog
  if (entry?.id === id) return <EntryEditor key={id} entry={entry} organization={organization} />
  if (!data && !error) return <Skeleton rows={8} />
  return (
    <div className={styles.missing}>
      <p role="alert">{t(error ? 'unreadable' : 'entry.missing')}</p>
      <Link to="/$organization/changelog" params={{ organization }}>
        ← {t('entry.back')}
      </Link>
    </div>
  )
}

type EditorProps = { entry: Entry; organization: string }

function EntryEditor({ entry, organization }: EditorProps) {
  const isAutomatic = entry.state !== 'PUBLISHED'
  const draft = useDraft(entry, isAutomatic)
  const [isPreviewed, setPreviewed] = useState(false)
  useSavingOnLeave(draft, isAutomatic)
  const { original } = entry
  return (
    <>
      <EntryHead
        entry={entry}
        organization={organization}
        draft={draft}
        isPreviewed={isPreviewed}
        onPreview={() => setPreviewed(!isPreviewed)}
      />
      <EntryLanguages entry={entry} organization={organization} />
      {isPreviewed && <Preview entry={entry} />}
      <div className={styles.page} hidden={isPreviewed}>
        <EntryDetails entry={entry} />
        <div className={styles.sides} data-two={original ? true : undefined}>
          {original && <Original original={original} />}
          <EntryFields entry={entry} organization={organization} draft={draft} />
        </div>
      </div>
    </>
  )
}

/** Text that an entry translates, to be read beside the translation. */
function Original({ original }: { original: NonNullable<Entry['original']> }) {
  const { locale, title, descriptionHtml } = original
  const caption = t('languages.beside', { language: languageName(locale) })
  return (
    <section aria-label={caption}>
      <p className={styles.caption}>{caption}</p>
      <h2 lang={codeOf(locale)} dir="auto">
        {title}
      </h2>
      <SanitizedHtml className={text.original} html={descriptionHtml} lang={codeOf(locale)} />
    </section>
  )
}

/** Title and text of an entry as fields. */
function EntryFields({ entry, organization, draft }: EditorProps & { draft: Draft }) {
  const { locale } = entry
  // The title of a translation is that of the original at first, and what is typed replaces it.
  const [starts] = useState(entry.descriptionHtml !== '' ? null : entry.original ? 'title' : 'text')
  return (
    <section aria-label={languageName(locale)}>
      <p className={styles.caption}>{languageName(locale)}</p>
      <TextField
        label={t('entry.name')}
        lang={codeOf(locale)}
        required
        ref={draft.titleField}
        autoFocus={starts === 'title'}
        placeholder={t('entry.namePlaceholder')}
        value={draft.text.title}
        error={draft.isNamed ? draft.refusal?.title : t('entry.unnamed')}
        onFocus={({ target }) => starts === 'title' && target.select()}
        onChange={({ target }) => draft.change({ title: target.value })}
      />
      <EntryText
        key={draft.version}
        hasFocus={starts === 'text' && draft.version === 0}
        html={draft.text.html}
        error={draft.refusal?.text}
        lang={codeOf(locale)}
        organization={organization}
        onChange={(html) => draft.change({ html })}
      />
    </section>
  )
}

/** Saves a draft before the page is left, and asks before other changes are lost. */
function useSavingOnLeave({ state, save }: Draft, isAutomatic: boolean): void {
  const isUnsaved = state === 'changed' || state === 'conflict'
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: isUnsaved,
    shouldBlockFn: async () => {
      if (isAutomatic && state === 'changed' && (await save())) return false
      return !window.confirm(t('leave'))
    },
  })
}
