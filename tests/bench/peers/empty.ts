// The least work of a page: a word for each key.
addEventListener('keydown', ({ key }) => {
  const word = document.getElementById('word')
  if (word) word.textContent = `Ventanilla ${key}`
})
