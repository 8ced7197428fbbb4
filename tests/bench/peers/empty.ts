// The least that a page does: a word for each key.
addEventListener('keydown', ({ key }) => {
  const word = document.getElementById('word')
  if (word) word.textContent = `Ventanilla ${key}`
})
