import { inPortal, text, type PageEntry } from './page-entry.ts'

/** Every page of the server. */
export const SERVER_PAGES: PageEntry[] = [
  { route: '/sign-in', address: () => '/sign-in', shows: text('Password'), isSignedOut: true },
  {
    route: '/sign-in',
    address: ({ slug }) => `/sign-in?return_to=/@${slug}&for=vote`,
    shows: text('Sign in to vote'),
    isSignedOut: true,
  },
  { route: '/sign-in', address: () => '/sign-in', shows: ({ admin }) => admin.email },
  {
    route: '/invitations/:token',
    address: ({ invitation }) => `/invitations/${invitation}`,
    shows: text('Fernpad'),
    isSignedOut: true,
  },
  {
    route: '/sso',
    address: ({ slug }) => `/@${slug}/sso?token=x`,
    shows: text('This link cannot be used'),
    isSignedOut: true,
    status: 401,
  },
  {
    route: '/oauth/authorize',
    address: ({ consent }) => consent,
    shows: ({ client }) => client.name,
    picture: 'consent',
  },
  {
    route: '/@:organization',
    address: inPortal(''),
    shows: text('Boards'),
    isSignedOut: true,
    picture: 'portal',
  },
  { route: '/@:organization', address: inPortal(''), shows: text('Boards') },
  {
    route: '/@:organization/b/:slug',
    address: inPortal('/b/feedback'),
    shows: text('Polish translation'),
    isSignedOut: true,
  },
  {
    route: '/@:organization/p/:slug',
    address: inPortal('/p/:post'),
    shows: ({ post }) => post.title,
    isSignedOut: true,
  },
  { route: '/@:organization/p/:slug', address: inPortal('/p/:post'), shows: ({ post }) => post.title },
  {
    route: '/@:organization/roadmap',
    address: inPortal('/roadmap'),
    shows: ({ roadmap }) => roadmap.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization/roadmap/:slug',
    address: inPortal('/roadmap/:roadmap'),
    shows: ({ roadmap }) => roadmap.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization/changelog',
    address: inPortal('/changelog'),
    shows: ({ entry }) => entry.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization/changelog/:slug',
    address: inPortal('/changelog/:entry'),
    shows: ({ entry }) => entry.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization/u/:id',
    address: ({ slug, customer }) => `/@${slug}/u/${customer.databaseId}`,
    shows: ({ customer }) => customer.name,
    isSignedOut: true,
  },
  {
    route: '/@:organization/u/:id',
    address: ({ slug, admin }) => `/@${slug}/u/${admin.id}`,
    shows: text('Export my data'),
  },
  {
    route: '/@:organization/preview/:token',
    address: ({ entry }) => new URL(entry.previewUrl).pathname,
    shows: ({ entry }) => entry.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization/new',
    address: inPortal('/new'),
    shows: text('Sign in to share an idea'),
    isSignedOut: true,
  },
  { route: '/@:organization/new', address: inPortal('/new'), shows: text('Title') },
  {
    route: '/@:organization/widget',
    address: inPortal('/widget'),
    shows: ({ entry }) => entry.title,
    isSignedOut: true,
  },
  {
    route: '/@:organization',
    address: inPortal('/nothing'),
    shows: text(/not found|nothing/i),
    isSignedOut: true,
    status: 404,
  },
]
