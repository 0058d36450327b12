import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import express, { type Router } from 'express'
import { rejectMethods, rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { pageHeaders } from './edge/security-headers.ts'
import { guidePage } from './guide-pages.ts'
import { homePage } from './home-page.ts'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Echolog REST API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
<div id="reader"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/reader.js"></script>
</body>
</html>
`
/** Optional parameters start empty. Otherwise Swagger UI sends the examples of the document as filters. */
const SCRIPT = `fetch('/openapi.json')
  .then((response) => response.json())
  .then((spec) => {
    const parameters = [
      ...Object.values(spec.components?.parameters ?? {}),
      ...Object.values(spec.paths).flatMap((path) =>
        [path, ...Object.values(path)].flatMap((operation) => operation.parameters ?? []),
      ),
    ]
    for (const parameter of parameters) {
      if (parameter.required) continue
      const usual = parameter.schema?.default
      const { description = '' } = parameter
      if (usual !== undefined && typeof usual !== 'object' && !/default/i.test(description))
        parameter.description = (description + ' Default ' + usual + '.').trim()
      delete parameter.example
      delete parameter.examples
      delete parameter.schema?.example
      delete parameter.schema?.default
    }
    SwaggerUIBundle({ spec, dom_id: '#reader', deepLinking: true, validatorUrl: null })
  })
`
const HEADERS = {
  ...pageHeaders([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
  ]),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/**
 * Serves the page of the interfaces at `/docs`, and at `/` of a server without portals, the OpenAPI document at
 * `/openapi.json`, and its page at `/docs/rest`, which loads no resources of other origins. Guides of imports are below
 * `/docs/guides`.
 */
export function docsPage(document: object): Router {
  const router = express.Router()
  const json = Buffer.from(JSON.stringify(document))
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  router.get(['/', '/docs'], homePage)
  router.get('/openapi.json', (_request, response) => void response.type('application/json').send(json))
  router.get('/docs/guides/:name', guidePage)
  router.get('/docs/rest', (_request, response) => void response.set(HEADERS).type('html').send(PAGE))
  router.get('/docs/reader.js', (_request, response) => void response.type('text/javascript').send(SCRIPT))
  router.use('/docs/assets', express.static(assets, { index: false, redirect: false, maxAge: '1d' }))
  return rejectOtherMethods(router).all('/docs/assets/*file', rejectMethods(['GET']))
}
