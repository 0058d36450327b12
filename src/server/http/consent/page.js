'use strict'
const KEY = 'echolog.session'
const ACTORS = { app: 'as itself, as a bot of its name', self: 'as you, with no more than you may do' }
const find = (id) => document.getElementById(id)
const asked = new URLSearchParams(location.search)
const signIn = find('sign-in')
const consent = find('consent')
let request = null

function show(section, problem) {
  for (const part of [signIn, consent]) part.hidden = part !== section
  find('problem').textContent = problem || ''
  find('problem').hidden = !problem
}

async function call(address, body) {
  const token = sessionStorage.getItem(KEY)
  const response = await fetch(new URL(address, location.href), {
    method: body ? 'POST' : 'GET',
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: 'Bearer ' + token }),
    },
    body: body && JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

function item(tag, parent, text) {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  parent.append(element)
  return element
}

function fill(metadata) {
  request = metadata
  find('app').textContent = metadata.app.name
  find('owner').textContent = metadata.app.owner_organization.name
  find('actor').textContent = ACTORS[metadata.actor]
  find('redirect').textContent = metadata.redirect_uri
  find('scopes').replaceChildren()
  for (const scope of metadata.requested_scopes) item('li', find('scopes'), scope.description)
  consent.organization.replaceChildren()
  for (const place of metadata.organizations) {
    const note = place.installed ? ' (installed already)' : ''
    item('option', consent.organization, place.name + note).value = place.id
  }
  const manages = metadata.requested_scopes.some((scope) => scope.name === 'webhooks:manage')
  const events = manages && metadata.app.webhook_url ? metadata.app.subscribed_webhook_events : []
  find('webhook').hidden = events.length === 0
  find('webhook-url').textContent = metadata.app.webhook_url || ''
  find('events').replaceChildren()
  for (const event of events) {
    const label = item('label', find('events'))
    const box = item('input', label)
    Object.assign(box, { type: 'checkbox', name: 'event', value: event, checked: true })
    label.append(' ' + event)
  }
  const nowhere = metadata.organizations.length === 0
  consent.allow.disabled = nowhere
  show(consent, nowhere ? 'You are not an admin of any organization.' : '')
}

async function load() {
  if (!sessionStorage.getItem(KEY)) return show(signIn)
  const { status, body } = await call(location.href)
  if (status === 200) return fill(body)
  if (status !== 401) return show(null, body.error_description || 'Something went wrong.')
  sessionStorage.removeItem(KEY)
  show(signIn)
}

function leaveFor(address) {
  if (/^https?:\/\//i.test(address)) location.replace(address)
}

function deny() {
  const { redirect_uri, state } = request
  const answer = { error: 'access_denied', state, iss: document.body.dataset.issuer }
  const added = Object.entries(answer)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => name + '=' + encodeURIComponent(value))
  const joint = !redirect_uri.includes('?') ? '?' : /[?&]$/.test(redirect_uri) ? '' : '&'
  leaveFor(redirect_uri + joint + added.join('&'))
}

async function allow() {
  const events = [...consent.querySelectorAll('input[name=event]')]
  const { status, body } = await call(new URL(location.pathname + '/consent', location.href), {
    client_id: request.app.client_id,
    redirect_uri: request.redirect_uri,
    scope: request.requested_scopes.map((scope) => scope.name).join(' '),
    actor: request.actor,
    target_organization_id: Number(consent.organization.value),
    ...(request.state !== null && { state: request.state }),
    ...(events.length > 0 && {
      granted_webhook_events: events.filter((box) => box.checked).map((box) => box.value),
    }),
    ...Object.fromEntries(
      ['code_challenge', 'code_challenge_method'].filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]),
    ),
  })
  if (status === 200) return leaveFor(body.redirect_to)
  show(consent, body.error_description || 'Something went wrong.')
}

async function enter() {
  const { body } = await call('../graphql', {
    query: 'mutation ($input: SignInInput!) { signIn(input: $input) { session { token } errors { message } } }',
    variables: { input: { email: signIn.email.value, password: signIn.password.value } },
  })
  const [problem] = body.errors ?? body.data.signIn.errors
  if (problem) return show(signIn, problem.message)
  signIn.reset()
  sessionStorage.setItem(KEY, body.data.signIn.session.token)
  await load()
}

const run = (act) => () => Promise.resolve(act()).catch(() => show(null, 'The server cannot be reached.'))
const onSubmit = (form, act) =>
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    run(act)()
  })

onSubmit(signIn, enter)
onSubmit(consent, allow)
consent.deny.addEventListener('click', run(deny))
consent['sign-out'].addEventListener('click', () => {
  sessionStorage.removeItem(KEY)
  show(signIn)
})
run(load)()
