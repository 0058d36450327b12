import { useRouter } from '@tanstack/react-router'
import { use, useState } from 'react'
import shellTexts from '../messages/en/shell.json'
import texts from '../messages/en/palette.json'
import { messagesOf } from '../messages.ts'
import { openLayer } from './layer.ts'
import { DEVELOPERS, offered, WORK } from './navigation-pages.ts'
import { signOut } from './session.ts'
import { currentShortcuts } from './shortcuts.ts'
import { applyTheme, THEMES } from './theme.ts'
import { useIsAdmin, ViewerContext } from './viewer.ts'

const t = messagesOf(texts)
const shell = messagesOf(shellTexts)

/** A line of the palette. */
export type Command = {
  id: string
  group: 'posts' | 'people' | 'onThisPage' | 'pages' | 'actions'
  label: string
  hint?: string
  keys?: string
  run: () => void
}

/** Returns a function that opens a path below an organization. */
export function useOpen(slug: string) {
  const router = useRouter()
  return (path: string) => void router.navigate({ to: `/${slug}${path}` })
}

/** Returns the commands that need no search: shortcuts of the page, pages, and actions. */
export function useCommands(slug: string): Command[] {
  const open = useOpen(slug)
  const portalUrl = use(ViewerContext)?.organization?.portalUrl
  const [, ...groups] = useState(currentShortcuts)[0]
  const pages = offered([...WORK, ...DEVELOPERS], useIsAdmin())
  return [
    ...groups.flatMap(({ shortcuts }) =>
      shortcuts.map(({ keys, text, run }): Command => {
        const event = () => new KeyboardEvent('keydown', { key: keys })
        return { id: `key ${keys}`, group: 'onThisPage', label: text, keys, run: () => run(event()) }
      }),
    ),
    ...pages.map(({ to, text }): Command => {
      const path = to.replace('/$organization', '')
      return { id: to, group: 'pages', label: shell(text), run: () => open(path) }
    }),
    ...(portalUrl === undefined ? [] : [external('portal', portalUrl)]),
    external('graphiql', `/console/${slug}/developers/graphiql`),
    external('reference', '/docs/rest'),
    ...THEMES.map((theme) => action(`theme.${theme}`, () => applyTheme(theme))),
    { ...action('shortcuts', () => openLayer('shortcuts')), keys: '?' },
    action('signOut', () => void signOut()),
  ]
}

const external = (name: 'portal' | 'graphiql' | 'reference', address: string): Command => ({
  id: name,
  group: 'pages',
  label: t(name),
  run: () => location.assign(address),
})

const action = (name: keyof typeof texts, run: () => void): Command => ({
  id: name,
  group: 'actions',
  label: t(name),
  run,
})
