import { DEVELOPER_PAGES } from './developer-pages.ts'
import { inConsole, text, type PageEntry } from './page-entry.ts'

/** Maximum size of the JavaScript of the first route, in bytes. */
const FIRST_ROUTE = 150_000
/** The same with the text editor, in bytes. */
const EDITOR = 410_000

/** Maximum of other pages, in bytes. */
export const MAX_SCRIPT = 260_000

/** Every page of the console, with the path of its route below `/console`. */
export const CONSOLE_PAGES: PageEntry[] = [
  { route: '/', address: () => '/console', shows: text('Dashboard') },
  {
    route: '/$organization',
    address: inConsole(''),
    shows: text('Two-way sync with Google and Outlook calendars'),
    maxScript: FIRST_ROUTE,
    picture: 'dashboard',
  },
  {
    route: '/$organization/posts',
    address: inConsole('/posts'),
    shows: text('Voice notes while driving'),
  },
  {
    route: '/$organization/posts/$post',
    address: inConsole('/posts/:post'),
    shows: text('Followers'),
    picture: 'inbox',
  },
  {
    route: '/$organization/posts/$post',
    address: inConsole('/posts/:similar'),
    shows: text('Similar posts'),
  },
  {
    route: '/$organization/roadmaps',
    address: inConsole('/roadmaps'),
    shows: ({ roadmap }) => roadmap.title,
  },
  {
    route: '/$organization/roadmaps/$roadmap',
    address: inConsole('/roadmaps/:roadmap'),
    shows: text('In progress'),
  },
  { route: '/$organization/changelog', address: inConsole('/changelog'), shows: ({ entry }) => entry.title },
  {
    route: '/$organization/changelog/$id',
    address: inConsole('/changelog/:entry'),
    shows: text('Preview'),
    maxScript: EDITOR,
  },
  {
    route: '/$organization/customers',
    address: inConsole('/customers'),
    shows: ({ customer }) => customer.name,
  },
  {
    route: '/$organization/customers/$customer',
    address: ({ slug, customer }) => `/console/${slug}/customers/cus_${customer.databaseId}`,
    shows: ({ customer }) => customer.name,
  },
  {
    route: '/$organization/customers/import',
    address: inConsole('/customers/import'),
    shows: text('Import customers'),
  },
  { route: '/$organization/moderation', address: inConsole('/moderation'), shows: text('All') },
  { route: '/$organization/notifications', address: inConsole('/notifications'), shows: text('New posts') },
  { route: '/$organization/boards', address: inConsole('/boards'), shows: text('A board collects posts') },
  {
    route: '/$organization/statuses',
    address: inConsole('/statuses'),
    shows: text('A status shows the progress'),
  },
  { route: '/$organization/tags', address: inConsole('/tags'), shows: text('Tags group posts') },
  { route: '/$organization/team', address: inConsole('/team'), shows: text('Invite to the team') },
  {
    route: '/$organization/imports',
    address: inConsole('/imports'),
    shows: text('CSV file · posts.csv'),
  },
  {
    route: '/$organization/imports/new',
    address: inConsole('/imports/new'),
    shows: text('Read and plan'),
  },
  {
    route: '/$organization/imports/$run',
    address: inConsole('/imports/:plannedImport'),
    shows: text('1 decision is missing.'),
  },
  {
    route: '/$organization/imports/$run',
    address: inConsole('/imports/:doneImport'),
    shows: text('Download errors.csv'),
  },
  {
    route: '/$organization/exports',
    address: inConsole('/exports'),
    shows: text('without personal data'),
  },
  { route: '/$organization/settings', address: inConsole('/settings'), shows: text('Without signing in') },
  {
    route: '/$organization/settings/sso',
    address: inConsole('/settings/sso'),
    shows: text('Make a new key'),
  },
  {
    route: '/$organization/settings/widget',
    address: inConsole('/settings/widget'),
    shows: text('data-organization'),
  },
  {
    route: '/$organization/settings/mail',
    address: inConsole('/settings/mail'),
    shows: text('Text below mails'),
  },
  {
    route: '/$organization/settings/mail/preview',
    address: inConsole('/settings/mail/preview'),
    shows: text('Desktop'),
  },
  {
    route: '/$organization/settings/account',
    address: inConsole('/settings/account'),
    shows: text('This browser'),
  },
  ...DEVELOPER_PAGES,
]
