/** Leads the keys and the button of the widget's page to the page around its frame. */
const button = document.getElementById('close')
const send = () => window.parent.postMessage('echolog:close', '*')

if (window.parent !== window && button) {
  button.hidden = false
  button.addEventListener('click', send)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') send()
  })
}

export {}
