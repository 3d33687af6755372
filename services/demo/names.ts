/** First names of made-up people. */
export const firstNames =
  `Ana João Conceição Luís Érica Mateus Íris Caio Débora Tânia Ravi Sônia Bento Lia Otávio Nara Ruy Célia Davi Eva
  Maria José Antônio Francisco Carlos Paulo Pedro Lucas Marcos Gabriel Rafael Daniel Bruno Eduardo Felipe Rodrigo André Fernando
  Fábio Gustavo Juliana Márcia Patrícia Aline Camila Amanda Letícia Júlia Luciana Vanessa Mariana Beatriz Rita Luana Renata Simone
  Natália Carla Raquel Joana Luzia`.split(/\s+/)
export const lastNames =
  `Souza Araújo Gonçalves Lima Brandão Peçanha Prado Nóbrega Silva Santos Oliveira Rodrigues Ferreira Alves Pereira Gomes
  Costa Ribeiro Martins Carvalho Almeida Lopes Soares Fernandes Vieira Barbosa Rocha Dias Nascimento Andrade Moreira Nunes Marques
  Machado Mendes Freitas Cardoso Ramos Santana Teixeira Moura`.split(/\s+/)
