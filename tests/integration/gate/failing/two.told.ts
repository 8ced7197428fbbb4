throw new Error('No se puede empezar')
